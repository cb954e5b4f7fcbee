// The types the page's scripts speak in, for the type checker alone; the browser never sees this file.
// `types.d.ts` is made from the description of the interface: node types.mjs --write, in tests/browser.

type Schemas = import("./types").components["schemas"];
type Side = Schemas["Player"];
/** A text of the server in every language. */
type Said = Schemas["Said"];
type Value = Schemas["Value"];
type Picture = Schemas["Picture"];
type Move = Schemas["MoveInfo"];
type Catalogue = Schemas["Catalogue"];
type GameInfo = Schemas["GameInfo"];
type Option = Schemas["OptionInfo"];
type Budget = Schemas["Budget"];
type Seat = Schemas["Seat"];
type Setup = Schemas["Setup"];
type State = Schemas["State"] & { seats: Required<Schemas["Seats"]> };
type TreeNode = Schemas["TreeNode"];
type Analysis = Schemas["Analysis"];
type Judged = Schemas["Verdict"];
type Line = Schemas["Line"];
type SearchReport = Schemas["Report"];
type PositionReport = Schemas["PositionReport"];
type MoveRow = Schemas["MoveReport"];
type DepthRow = Schemas["DepthRow"];
type Branch = Schemas["BranchRow"];
type Summary = Schemas["Summary"];
type Found = Schemas["Detected"];
type Drawing = Schemas["Drawing"];
type Composed = Schemas["Composed"];
type Patterns = Schemas["Patterns"];
type PatternPoint = Schemas["PatternPoint"];
type Neighbour = Schemas["Neighbour"];
type Proof = Schemas["FormulaGame"];
type ProofStep = Schemas["FormulaMove"];
type Step = Schemas["Step"];
type Ownership = Schemas["Ownership"];

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
  onpointerenter?(e: PointerEvent): unknown;
  onpointerleave?(e: PointerEvent): unknown;
  onclick?(e: MouseEvent & { target: HTMLElement; currentTarget: HTMLElement }): unknown;
  onchange?(e: FieldEvent): unknown;
  onsubmit?(e: SubmitEvent & { target: HTMLFormElement }): unknown;
  ontoggle?(e: Event & { target: HTMLDetailsElement }): unknown;
  onkeydown?(e: KeyboardEvent): unknown;
  ondragover?(e: DragEvent): unknown;
  ondrop?(e: DragEvent): unknown;
  onmousedown?(e: MouseEvent): unknown;
  onpointerdown?(e: PointerEvent): unknown;
  onpointermove?(e: PointerEvent): unknown;
  onpointerup?(e: PointerEvent): unknown;
  onmove?(move: Move): unknown;
  onchoose?(moves: Move[]): unknown;
  onrefuse?(cell: string, from?: string): unknown;
  onlook?(cell: string | null): unknown;
  oncell?(cell: string): unknown;
  ondead?(cell: string): unknown;
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
  /** Cells of dead pieces; they can be clicked. */ dead?: string[];
  /** Black's share of each cell. */ shares?: number[];
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
/** A question before something is left or ended. */
type Question = { kind: "resign" } | { kind: "new" } | { kind: "leave" };
type Dialog = { kind: "keys" } | { kind: "look" } | { kind: "lessons" } | Question | { kind: "text"; text: string } | { kind: "games"; games: string[] } | { kind: "promotion"; moves: Move[]; side: Side; at: { x: number; y: number } };
/** A mistake and how far its lesson is. */
interface Lesson {
  game: string;
  mistake: number;
  told: "ask" | "right" | "good" | "wrong" | "shown";
  /** The answer as the record spells it. */ found?: string;
}
interface Toast {
  text: () => string;
  kind: "error" | "note";
}
type Tab = "play" | "analyse" | "why" | "record";
interface Settings {
  heat: boolean;
  theme: "auto" | "light" | "dark";
  board: "usual" | "wood" | "green" | "grey";
  men: "usual" | "flat" | "ivory";
  sounds: boolean;
  ownership?: boolean;
  patterns?: string;
  /** Milliseconds a position of a sweep. */ sweep?: number;
}

// ---- the way to the games (transport.js) ----------------------------------------------------------------------------

type Answer = { status: number; type: string; text: string };
/** Who hears a game's news, each as JSON. */
type Hearer = { state(text: string): void; report(text: string): void; lost(): void };
