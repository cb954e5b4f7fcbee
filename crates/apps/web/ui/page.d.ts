// The types the page's scripts speak in, for the type checker alone; the browser never sees this file.

type Side = "black" | "white";
/** A text of the server in every language. */
interface Text {
  code: string;
  en: string;
  fr: string;
}

interface Picture {
  ground: "checkered" | "plain" | "lines";
  rows: number;
  columns: number;
  names: string[];
  pieces: (string | null)[];
}
interface Budget {
  time_ms?: number;
  depth?: number;
  nodes?: number;
  playouts?: number;
}
interface Seat {
  kind: "human" | "engine";
  level?: number;
  player?: string;
  limits?: Budget;
}
interface Option {
  name: string;
  default: string;
  help: Text;
  domain: { kind: "switch" | "whole" | "real" | "one-of"; least?: number; most?: number; names?: string[] };
}
interface Algorithm {
  name: string;
  help: Text;
  options: Option[];
}
interface Variant {
  name: string;
  help: Text;
  numbers: string[];
}
interface GameInfo {
  name: string;
  title: Text;
  summary: Text;
  default_rules: string;
  variants: Variant[];
  sizes: string[];
  default_seat: Seat;
  duel_seat: Seat;
  levels: { name: Text; player: string }[];
  algorithms: Algorithm[];
  best: string;
  formats: string[];
  position_example: string;
  unit: Text;
  counts_points: boolean;
  counts_captures: boolean;
  has_patterns: boolean;
  composable: boolean;
  piece_kinds: string;
  first: Side;
  picture: Picture;
}
interface Catalogue {
  version: string;
  games: GameInfo[];
}

interface Move {
  move: string;
  record: string;
  mover: Side;
  from?: string;
  to?: string;
  promotion?: string;
  captured?: string[];
  turned?: string[];
  along?: [string, string];
  check?: boolean;
}
interface Value {
  kind: "score" | "chance" | "win" | "loss" | "margin";
  amount: number;
}
interface Judged {
  verdict?: Value;
  chance?: number;
  score?: number;
}
interface Line {
  pv: string[];
  spelled?: string[];
}
interface MoveRow extends Judged, Line {
  move: string;
  record: string;
  visits?: number;
  value?: number;
  prior?: number;
  amaf?: number;
}
interface DepthRow extends Judged, Line {
  depth: number;
  nodes: number;
  cuts: number;
  table_hits: number;
  first_move_cut_rate: number;
  seconds: number;
}
interface Branch {
  parent?: number;
  move: string;
  record: string;
  visits: number;
  value?: number;
  answers: number;
}
interface Report extends Judged, Line {
  node: number;
  black_value?: number;
  algorithm: string;
  best?: string;
  depth?: number;
  selective_depth?: number;
  nodes?: number;
  cuts?: number;
  first_move_cuts?: number;
  table_probes?: number;
  table_hits?: number;
  playouts?: number;
  hashfull?: number;
  seconds: number;
  moves?: MoveRow[];
  depths?: DepthRow[];
  tree?: Branch[];
  remarks?: Text[];
}
interface TreeNode {
  id: number;
  parent: number | null;
  move: string;
  record: string;
  mover: Side;
  value?: number;
  comment?: string;
}
interface Part {
  name: Text | string;
  key: string;
  change?: "in" | "out";
}
interface Analysis {
  mode: "off" | "hidden" | "shown";
  player: string;
  limits: Budget;
  multipv: number;
}
interface State {
  id: string;
  version: number;
  game: string;
  rules: string;
  start: string | null;
  node: number;
  ply: number;
  to_move: Side;
  position: string;
  picture: Picture;
  legal: Move[];
  last: Move | null;
  end: { winner: Side | null; reason: Text } | null;
  key: string;
  previous_key: string | null;
  parts: Part[];
  xor: Part[];
  points: [number, number] | null;
  captures?: [number, number];
  territory?: (Side | null)[];
  draws: { occurrences: number; halfmove_clock: number } | null;
  claims?: string[];
  seats: Record<Side, Seat>;
  thinking: { side: Side } | null;
  hinting: boolean;
  analysing: boolean;
  clock: { limit: number; increment: number; black: number; white: number; running: Side | null };
  analysis: Analysis;
  sweep: { done: number; total: number } | null;
  tree: TreeNode[];
  line: number[];
  can_undo: boolean;
  can_redo: boolean;
  stats: Partial<Record<Side, Report>>;
  report?: Report;
  trials: { node: number; player: string; report: Report }[];
  hint: { node: number; move: string } | null;
  notice: Text | null;
}
interface Setup {
  game: string;
  rules?: string;
  position?: string;
  moves?: string[];
  tree?: object[];
  seats?: Partial<Record<Side, Seat>>;
  clock?: { limit: number; increment: number };
}
interface Summary {
  id: string;
  game: string;
  rules: string;
  plies: number;
  ended: boolean;
}
interface Found {
  format: string;
  game: string;
  rules: string;
  position: string | null;
  moves: string[];
  tree?: object[];
  formula?: string;
  choices?: string;
}
interface Drawing {
  game: string;
  rules?: string;
  position?: string;
  pieces?: string[];
  to_move?: Side;
}
interface Composed {
  game: string;
  rules: string;
  position: string;
  to_move: Side;
  picture: Picture;
}
interface PatternPoint {
  move: string;
  probability: number;
  zoom: number;
  n: number;
  v: number;
}
interface Neighbour {
  distance: number;
  game: number;
  turn: number;
  move: string;
  board: string;
}
interface Patterns {
  node: number;
  known: { patterns: number; zooms: number; records: number | null };
  points: PatternPoint[];
  neighbours: Neighbour[];
}
interface Step {
  side: Side;
  point?: [number, number];
  comment?: Text | string;
  captured?: [number, number][];
}
interface Gadget {
  kind: string;
  colour: string;
  label: Text | string;
  first: [number, number];
  last: [number, number];
}
interface Proof {
  variables: string[];
  clauses: string[][];
  satisfiable: boolean;
  valuation: boolean[];
  clause: number;
  literal: number;
  rows: number;
  columns: number;
  board: string;
  gadgets: Gadget[];
  moves: Step[];
  summary: Text | string;
}

// ---- the page's own -------------------------------------------------------------------------------------------------

type VElement = { tag: string; props: Props; children: VNode[]; key?: unknown };
type VNode = VElement | string;
type Child = VNode | number | boolean | null | undefined | Child[];
type FieldEvent = Event & { target: HTMLInputElement };
/** What an element is given; `h` says what the names mean. */
interface Props {
  [name: string]: unknown;
  style?: Record<string, string>;
  ref?(element: HTMLElement): unknown;
  onclick?(e: MouseEvent & { target: HTMLElement; currentTarget: HTMLElement }): unknown;
  onchange?(e: FieldEvent): unknown;
  onsubmit?(e: SubmitEvent & { target: HTMLFormElement }): unknown;
  ontoggle?(e: Event & { target: HTMLDetailsElement }): unknown;
  onkeydown?(e: KeyboardEvent): unknown;
  ondragover?(e: DragEvent): unknown;
  ondrop?(e: DragEvent): unknown;
  onpointerdown?(e: PointerEvent): unknown;
  onpointermove?(e: PointerEvent): unknown;
  onpointerup?(e: PointerEvent): unknown;
  onmove?(move: Move): unknown;
  onchoose?(moves: Move[]): unknown;
  onrefuse?(cell: string, from?: string): unknown;
  onlook?(cell: string | null): unknown;
  oncell?(cell: string): unknown;
}
/** A column of a table: its head with a help text, the class of its cells (`n` for numbers), and what stands in them. */
interface Column<R> {
  head: string;
  help?: string;
  is?: "n" | "nowrap" | "pv" | "player";
  cell: (row: R, index: number) => Child;
}

/** A value on the board. */
interface Heat {
  cell: string;
  from?: string;
  text: string;
  weight: number;
  rank: number;
  flat?: boolean;
}
/** What a board is told to show. */
interface Model {
  kinds: string;
  rules: string;
  picture: Picture;
  legal: Move[];
  last: Move | null;
  toMove: Side;
  active: boolean;
  label: string;
  editing?: boolean;
  still?: boolean;
  flipped?: boolean;
  heat?: Heat[];
  hint?: { to?: string; from?: string } | null;
  check?: string | null;
  territory?: (Side | null)[];
}

/** The engine's strength as a form holds it: a level's number or `limits`. */
interface Strength {
  choice: string;
  depth?: string | number;
  seconds?: string | number;
  nodes?: string | number;
  playouts?: string | number;
  player?: string;
}
/** A game being set up; the rules' numbers stand beside by their names. */
interface Form {
  variant: string;
  size: string;
  mode: string;
  human: Side;
  black: Strength;
  white: Strength;
  clock: string;
  position: string;
  numbers: Record<string, string>;
}
interface Draft {
  game: string;
  rules: string;
  picture: Picture;
  position: string;
  toMove: Side;
  tool: string;
  error: unknown;
}
type Dialog = { kind: "keys" } | { kind: "resign" } | { kind: "text"; text: string } | { kind: "promotion"; moves: Move[]; side: Side };
interface Toast {
  text: () => string;
  kind: "error" | "note";
}
type Tab = "play" | "analyse" | "why" | "record";
interface Settings {
  heat: boolean;
  theme: "auto" | "light" | "dark";
  patterns?: string;
}
