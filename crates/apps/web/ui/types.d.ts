// Made from src/api/openapi.json: node types.mjs --write, in tests/browser.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A term or a sentence in every language, with the code that programs know it by. */
        Said: {
            code: string;
            en: string;
            fr: string;
        };
        /** @description RFC 9457. `title` and `detail` are in English; `said` is `detail` in every language. */
        Problem: {
            /** @enum {unknown} */
            type: "/problems/malformed" | "/problems/refused" | "/problems/outdated" | "/problems/not-found" | "/problems/method" | "/problems/foreign" | "/problems/too-large" | "/problems/busy" | "/problems/fault";
            title: string;
            status: number;
            detail: string;
            said: components["schemas"]["Said"];
        };
        /** @enum {unknown} */
        Player: "black" | "white";
        /** @description A position of the game's tree; 0 is the start. */
        NodeId: number;
        /** @description How good a position is for the side to move, or a move for the side that plays it: units of the game (score; margin if proven), a chance from 0 to 1, or plies to a proven end (win, loss). */
        Value: {
            /** @enum {unknown} */
            kind: "score" | "chance" | "win" | "loss" | "margin";
            amount: number;
        };
        /** @description `b` or `w`, followed by the letter of the kind in games with several. */
        Piece: string;
        /** @description A board with its pieces. Cells are listed row by row from the top as the players see it. */
        Picture: {
            /** @enum {unknown} */
            ground: "checkered" | "plain" | "lines";
            rows: number;
            columns: number;
            /** @description Every cell as moves spell it. */
            names: string[];
            pieces: (components["schemas"]["Piece"] | null)[];
        };
        /** @description A move with what it does to the board, in names of cells. A pass does nothing. */
        MoveInfo: {
            /** @description The standard spelling. */
            move: string;
            /** @description The spelling of game records. */
            record: string;
            mover: components["schemas"]["Player"];
            /** @description Where the piece comes from; absent if it is put on the board. */
            from?: string;
            to?: string;
            /** @description The kind it becomes. */
            promotion?: string;
            /** @description Enemy pieces that leave the board. */
            captured?: string[];
            /** @description Pieces that change their owner. */
            turned?: string[];
            /** @description Another piece that moves along, from and to: the rook of castling. */
            along?: [
                string,
                string
            ];
            /** @description It attacks the king. */
            check?: boolean;
        };
        Catalogue: {
            version: string;
            games: components["schemas"]["GameInfo"][];
        };
        GameInfo: {
            name: string;
            title: components["schemas"]["Said"];
            summary: components["schemas"]["Said"];
            /** @description What a new game is played under. */
            default_rules: string;
            /** @description Rule sets, the usual one first. */
            variants: components["schemas"]["Variant"][];
            /** @description Of the board, the usual one first; empty where there is only one. */
            sizes: string[];
            /** @description The usual opponent. */
            default_seat: components["schemas"]["Seat"];
            /** @description What an engine is given against another. */
            duel_seat: components["schemas"]["Seat"];
            /** @description Level 1 first. */
            levels: components["schemas"]["LevelInfo"][];
            /** @description The size of the board on which the scores of the levels were measured; empty if there is only one. */
            levels_size: string;
            algorithms: components["schemas"]["AlgorithmInfo"][];
            /** @description The player that plays this game best. */
            best: string;
            /** @description What `/games/{id}/record` writes. */
            formats: string[];
            position_example: string;
            /** @description What scores count. */
            unit: components["schemas"]["Said"];
            counts_points: boolean;
            counts_captures: boolean;
            /** @description Whether `/games/{id}/patterns` answers. */
            has_patterns: boolean;
            /** @description Whether positions can be set up piece by piece. */
            composable: boolean;
            /** @description The letters of the kinds of pieces; empty where there is only one kind. */
            piece_kinds: string;
            first: components["schemas"]["Player"];
            /** @description The start position. */
            picture: components["schemas"]["Picture"];
        };
        Variant: {
            name: string;
            help: components["schemas"]["Said"];
            /** @description Who moves first. */
            first: components["schemas"]["Player"];
            /** @description What may stand beside it in the rules with a value, such as `komi=7.5`. */
            numbers: string[];
        };
        LevelInfo: {
            name: components["schemas"]["Said"];
            player: string;
            limits: components["schemas"]["Budget"];
            /** @description What it is worth as an Elo rating, where that was measured. */
            rating?: number;
            /** @description Percent against the level below, where that was measured. */
            score?: number;
        };
        AlgorithmInfo: {
            name: string;
            help: components["schemas"]["Said"];
            options: components["schemas"]["OptionInfo"][];
        };
        OptionInfo: {
            name: string;
            default: string;
            help: components["schemas"]["Said"];
            domain: components["schemas"]["Domain"];
        };
        /** @description What values an option takes. */
        Domain: {
            /** @enum {unknown} */
            kind: "switch";
        } | {
            /** @enum {unknown} */
            kind: "whole";
            least: number;
            most: number;
        } | {
            /** @enum {unknown} */
            kind: "real";
            least: number | null;
            most: number | null;
        } | {
            /** @enum {unknown} */
            kind: "one-of";
            names: string[];
        };
        /** @description What bounds a search at each position; the first bound reached ends it. */
        Budget: {
            time_ms?: number;
            depth?: number;
            nodes?: number;
            playouts?: number;
        };
        /** @description Who plays a side: a person, or the engine at a named level or as described. */
        Seat: {
            /** @enum {unknown} */
            kind: "human";
        } | {
            /** @enum {unknown} */
            kind: "engine";
            level?: number;
            /** @description The algorithm and its options; absent for the game's best. */
            player?: string;
            limits?: components["schemas"]["Budget"];
        };
        /** @description A seat that is not named is a person's. */
        Seats: {
            black?: components["schemas"]["Seat"];
            white?: components["schemas"]["Seat"];
        };
        /** @description A time control in seconds. */
        Control: {
            limit: number;
            increment?: number;
        };
        /** @description A move of a record with its side lines. `parent` is the place of the move before in the list, counted from 1; 0 is the start. */
        RecordNode: {
            parent: components["schemas"]["NodeId"];
            move: string;
            /** @description Black's chance to win. */
            value?: number;
            score?: components["schemas"]["Value"];
            /** @description What a search would play here. */
            best?: string;
            /** @description The same as records spell it. */
            best_record?: string;
            /** @description How much of the winning chance the move gave away. */
            loss?: number;
            comment?: string;
            /** @description Numeric annotation glyphs, as PGN numbers them. */
            nags?: number[];
            /** @description What is said before the move. */
            before?: string;
            properties?: components["schemas"]["Properties"];
        };
        /** @description Other properties of an SGF node, each a name and its raw values; kept to be written again. */
        Properties: [
            unknown,
            unknown
        ][];
        /** @description What is said and known before the first move. */
        Opening: {
            /** @description What a search would play here. */
            best?: string;
            /** @description The same as records spell it. */
            best_record?: string;
            comment?: string;
            properties?: components["schemas"]["Properties"];
        };
        Setup: {
            /** @description A name of the catalogue. */
            game: string;
            /** @description Size, variant and options; empty for the usual ones. */
            rules?: string;
            /** @description Where it starts, if not where the rules say. */
            position?: string | null;
            /** @description Moves to play first. */
            moves?: string[];
            /** @description Moves with their side lines, instead of `moves`. */
            tree?: components["schemas"]["RecordNode"][];
            opening?: components["schemas"]["Opening"];
            seats?: components["schemas"]["Seats"];
            clock?: components["schemas"]["Control"] | null;
            /** @description What a record says about the game. */
            tags?: components["schemas"]["Tag"][];
        };
        Play: {
            move: string;
            /** @description The position it is meant for; refused if the game has moved on. */
            node?: number | null;
        };
        Goto: {
            node: components["schemas"]["NodeId"];
        };
        SweepRequest: {
            on: boolean;
            /** @description For each position; a quarter of it goes to the position, a quarter to the move played there if it is not the best one, the rest to doubtful moves. */
            time_ms?: number;
        };
        AnalysisRequest: {
            /**
             * @description Whether it runs, and whether people see it.
             * @enum {unknown}
             */
            mode: "off" | "hidden" | "shown";
            /** @description The algorithm and its options; empty for the game's best. */
            player?: string;
            limits?: components["schemas"]["Budget"];
            /** @description How many best moves, 1 to 400: as many as there are, if there are fewer. */
            multipv?: number;
        };
        /** @description A game as the page sees it: everything to draw, nothing to decide. */
        State: {
            id: string;
            /** @description Greater after every change. */
            version: number;
            game: string;
            rules: string;
            /** @description The position it started from, if not the rules' own. */
            start: string | null;
            /** @description The position on the board. */
            node: components["schemas"]["NodeId"];
            ply: number;
            to_move: components["schemas"]["Player"];
            position: string;
            picture: components["schemas"]["Picture"];
            /** @description Empty once the game is over. */
            legal: components["schemas"]["MoveInfo"][];
            last: components["schemas"]["MoveInfo"] | null;
            end: components["schemas"]["End"] | null;
            /** @description The position's Zobrist key, 16 hexadecimal digits. */
            key: string;
            previous_key: string | null;
            /** @description Their XOR is the key. */
            parts: components["schemas"]["KeyPart"][];
            /** @description What the last move XORs out and in. */
            xor: components["schemas"]["KeyPart"][];
            /** @description Of Black and White, in games that count them. */
            points: [
                number,
                number
            ] | null;
            /** @description Enemy pieces that Black and White have taken, in games that count them. */
            captures?: [
                number,
                number
            ];
            /** @description Whose each cell is at the end of a game that counts territory, in the order of the picture. */
            territory?: (components["schemas"]["Player"] | null)[];
            /** @description The cells of dead pieces, where the rules take them off before they count. */
            dead?: string[];
            draws: components["schemas"]["DrawReport"] | null;
            /** @description Moves, as records spell them, with which the mover may claim a draw. */
            claims?: string[];
            seats: components["schemas"]["Seats"];
            /** @description The engine's side while it thinks about its move. */
            thinking: components["schemas"]["Thinking"] | null;
            /** @description Whether an engine is to move and has been stopped. */
            paused: boolean;
            hinting: boolean;
            analysing: boolean;
            clock: components["schemas"]["Clock"];
            analysis: components["schemas"]["Analysis"];
            sweep: components["schemas"]["Progress"] | null;
            /** @description Every position, by number. */
            tree: components["schemas"]["TreeNode"][];
            /** @description The line through the position on the board. */
            line: components["schemas"]["NodeId"][];
            can_undo: boolean;
            can_redo: boolean;
            stats: components["schemas"]["Stats"];
            report?: components["schemas"]["PositionReport"];
            /** @description The last result of each player tried at a position, to compare players by. */
            trials: components["schemas"]["Trial"][];
            hint: components["schemas"]["Hint"] | null;
            /** @description What went wrong without anybody having asked. */
            notice: components["schemas"]["Said"] | null;
            /** @description What a record says about the game. */
            tags?: components["schemas"]["Tag"][];
        };
        End: {
            winner: components["schemas"]["Player"] | null;
            reason: components["schemas"]["Said"];
        };
        KeyPart: {
            name: components["schemas"]["Said"];
            key: string;
            /** @enum {unknown} */
            change?: "out" | "in";
        };
        /** @description How near the game is to a draw. */
        DrawReport: {
            occurrences: number;
            halfmove_clock: number;
            missing_repetitions: number;
            missing_halfmoves: number;
            draw: string | null;
        };
        Thinking: {
            side: components["schemas"]["Player"];
        };
        /** @description `limit` and `increment` in seconds, 0 without a control; `black` and `white` in milliseconds used. */
        Clock: {
            limit: number;
            increment: number;
            black: number;
            white: number;
            running: components["schemas"]["Player"] | null;
        };
        Analysis: {
            /** @enum {unknown} */
            mode: "off" | "hidden" | "shown";
            player: string;
            limits: components["schemas"]["Budget"];
            multipv: number;
        };
        /** @description Seconds of the announced time that are over or will not be needed, and all of them. */
        Progress: {
            done: number;
            total: number;
        };
        TreeNode: {
            id: components["schemas"]["NodeId"];
            /** @description Null for the start. */
            parent: number | null;
            /** @description Empty for the start. */
            move: string;
            record: string;
            mover: components["schemas"]["Player"];
            /** @description The moves tried from here, the main line's first. */
            children?: components["schemas"]["NodeId"][];
            /** @description Black's chance to win, once a search has looked. */
            value?: number;
            /** @description What the search found, from the side to move. */
            score?: components["schemas"]["Value"];
            /** @description The move it would play. */
            best?: string;
            /** @description The same as records spell it. */
            best_record?: string;
            /** @description What it expects both sides to play, as records spell it. */
            line?: string[];
            /** @description Moves that are as good as the best, where the one that was played is a mistake. */
            also?: string[];
            /** @description What the search cost; absent where the rules have ended the game. */
            effort?: components["schemas"]["Effort"];
            /** @description How much of the winning chance the move gave away: the position before, searched over all moves and over this one alone, as long each time. */
            loss?: number;
            comment?: string;
            /** @description Numeric annotation glyphs, as PGN numbers them. */
            nags?: number[];
            /** @description What is said before the move. */
            before?: string;
            properties?: components["schemas"]["Properties"];
        };
        /** @description What a search put into a value. Values of unlike effort are not to be compared. */
        Effort: {
            seconds: number;
            depth?: number;
            nodes?: number;
            playouts?: number;
        };
        /** @description A name and what it says, as the record's format has them: a tag of PGN, a property of an SGF root. */
        Tag: [
            string,
            string
        ];
        /** @description What of a position is needed to draw it while somebody steps through a game; the pieces are in the order of the picture. */
        Step: {
            pieces: (components["schemas"]["Piece"] | null)[];
            to_move: components["schemas"]["Player"];
            last: components["schemas"]["MoveInfo"] | null;
            points: [
                number,
                number
            ] | null;
            captures?: [
                number,
                number
            ];
        };
        StepsRequest: {
            node: components["schemas"]["NodeId"];
            moves?: string[];
        };
        Switch: {
            on: boolean;
        };
        Remark: {
            node: components["schemas"]["NodeId"];
            /** @description Empty for none. */
            comment?: string;
            nags?: number[];
        };
        /** @description The figures of each side's last search, without moves, depths and tree. */
        Stats: {
            black?: components["schemas"]["Report"];
            white?: components["schemas"]["Report"];
        };
        Trial: {
            node: components["schemas"]["NodeId"];
            player: string;
            report: components["schemas"]["Report"];
        };
        Hint: {
            node: components["schemas"]["NodeId"];
            move: string;
        };
        /** @description A value with the chance it stands for, and for scripts as one number, as English text and as plies to a proven end (negative for a loss). */
        Verdict: {
            verdict?: components["schemas"]["Value"];
            /** @description To win, 0 to 1. */
            chance?: number;
            score?: number;
            score_text?: string;
            proven?: number;
        };
        /** @description An expected line of moves. */
        Line: {
            /** @description In the standard spelling. */
            pv: string[];
            /** @description As game records spell them, where that differs. */
            pv_record?: string[];
        };
        /** @description Statistics of a search, running or finished. */
        Report: components["schemas"]["Verdict"] & components["schemas"]["Line"] & {
            algorithm: string;
            /** @description The move it would play; absent only when the game is over. */
            best?: string;
            /** @description Completed, in plies. */
            depth?: number;
            selective_depth?: number;
            nodes?: number;
            cuts?: number;
            /** @description Cuts by the first move tried. */
            first_move_cuts?: number;
            table_probes?: number;
            table_hits?: number;
            collisions?: number;
            /** @description Positions whose exact value an endgame table knew. */
            known?: number;
            playouts?: number;
            /** @description Thousandths of the table in use. */
            hashfull?: number;
            /** @description Bytes of memory for an entry of the table, or on average for a position of the tree. */
            entry_bytes?: number;
            seconds: number;
            /** @description What is known of each move, best first. */
            moves?: components["schemas"]["MoveReport"][];
            depths?: components["schemas"]["DepthRow"][];
            /** @description The most visited moves of the search tree; a move comes after the one it answers. */
            tree?: components["schemas"]["BranchRow"][];
            /** @description What was changed in the request, in English. */
            notes?: string[];
            /** @description The same in every language. */
            remarks?: components["schemas"]["Said"][];
        };
        /** @description A report about the position on the board. */
        PositionReport: components["schemas"]["Report"] & {
            node: components["schemas"]["NodeId"];
            /** @description Black's chance to win. */
            black_value?: number;
        };
        /** @description What a search knows of a move, for the side that plays it. */
        MoveReport: components["schemas"]["Verdict"] & components["schemas"]["Line"] & {
            move: string;
            record: string;
            visits?: number;
            /** @description The mover's expected result by the search's count, 0 to 1. */
            value?: number;
            /** @description The chance given to the move before searching. */
            prior?: number;
            /** @description All-moves-as-first value: the mean of the playouts in which the mover made a move of this code. */
            amaf?: number;
            /** @description How many playouts those were. */
            amaf_visits?: number;
            /** @description The move's code, by which these statistics are kept. */
            code?: number;
        };
        /** @description One completed depth. */
        DepthRow: components["schemas"]["Verdict"] & components["schemas"]["Line"] & {
            depth: number;
            nodes: number;
            cuts: number;
            table_hits: number;
            first_move_cut_rate: number;
            seconds: number;
        };
        /** @description One move somewhere in a search tree. */
        BranchRow: {
            /** @description Where in the list the move stands that this one answers; absent at the root. */
            parent?: number;
            move: string;
            record: string;
            visits: number;
            /** @description The chance to win of the player who makes it, 0 to 1. */
            value?: number;
            /** @description How many answers to it have been tried. */
            answers: number;
        };
        GameList: {
            games: components["schemas"]["Summary"][];
        };
        Summary: {
            /** @description Who plays Black and White, where a record says so; else empty. */
            names: [
                string,
                string
            ];
            /** @description When it was last touched, in seconds since 1970. */
            changed: number;
            picture?: components["schemas"]["Picture"];
            id: string;
            game: string;
            rules: string;
            plies: number;
            ended: boolean;
        };
        Pasted: {
            text: string;
            /** @description The game on the screen where it was pasted. */
            game?: string | null;
        };
        Detected: components["schemas"]["FoundGame"] | components["schemas"]["FoundFormula"];
        /** @description A game or a position, to be set up. */
        FoundGame: {
            format: string;
            game: string;
            rules: string;
            /** @description Where it starts, if not where the rules say. */
            position: string | null;
            moves: string[];
            /** @description The moves with their side lines and comments, where there are any. */
            tree?: components["schemas"]["RecordNode"][];
            opening?: components["schemas"]["Opening"];
            /** @description What the record says about the game. */
            tags?: components["schemas"]["Tag"][];
        };
        /** @description A formula, or a board made from one. */
        FoundFormula: {
            formula: string;
            choices: string;
        };
        /** @description Pieces cell by cell, or a position as text, or only rules: then it is the start position. */
        Drawing: {
            game: string;
            rules?: string;
            position?: string | null;
            /** @description As in a picture. */
            pieces?: (string | null)[] | null;
            to_move?: components["schemas"]["Player"] | null;
        };
        Composed: {
            game: string;
            rules: string;
            position: string;
            to_move: components["schemas"]["Player"];
            picture: components["schemas"]["Picture"];
        };
        /** @description Row and column from the top left, from 0. */
        Point: [
            number,
            number
        ];
        FormulaRequest: {
            formula: string;
            /** @description Of both players: `x1=1 x2=0; clause 2; literal 1`. */
            choices?: string;
            /** @description A reserve of more than half of the board. */
            comb?: boolean;
            /** @description The language of what is said about the moves: `en` or `fr`. */
            lang?: string;
        };
        FormulaGame: {
            formula: string;
            variables: string[];
            /** @description The literals of each. */
            clauses: string[][];
            satisfiable: boolean;
            /** @description White's choice for each variable. */
            valuation: boolean[];
            /** @description Black's choice. */
            clause: number;
            /** @description White's choice in that clause. */
            literal: number;
            rows: number;
            columns: number;
            /** @description Row by row: `#` black, `O`, `E` and `G` white, `.` empty; every row ends in a newline. */
            board: string;
            gadgets: components["schemas"]["FormulaGadget"][];
            moves: components["schemas"]["FormulaMove"][];
            winner: components["schemas"]["Player"];
            summary: string;
        };
        FormulaGadget: {
            kind: string;
            /** @description A colour of CSS. */
            colour: string;
            label: string;
            first: components["schemas"]["Point"];
            last: components["schemas"]["Point"];
        };
        FormulaMove: {
            side: components["schemas"]["Player"];
            /** @description Absent for a pass. */
            point?: components["schemas"]["Point"];
            comment?: string;
            /** @description One stone of each captured chain. */
            captured?: components["schemas"]["Point"][];
        };
        Place: {
            /** @description A game, or `tree` for a tree drawn as text. */
            game: string;
            rules?: string;
            position?: string;
            moves?: string[];
        };
        /** @description A search to be watched. It needs a depth, a number of nodes or a number of playouts. */
        Traced: {
            /** @description A game, or `tree` for a tree drawn as text. */
            game: string;
            rules?: string;
            position?: string;
            moves?: string[];
            /** @description An algorithm with its options; also `minimax`, and `bare` for alpha-beta with nothing but cuts. */
            player: string;
            depth?: number;
            nodes?: number;
            playouts?: number;
            /** @description How many events are kept. */
            most?: number;
            /** @description Where a page begins: `end`, or the first step. */
            at?: string;
        };
        TraceTable: {
            rows: number;
            names: string[];
            /** @description A column each: a letter, then little-endian numbers in base64. b: one byte each, h: two, i: four; z alone: zeros. */
            columns: string[];
        };
        TraceView: {
            /**
             * @description depth for minimax and alpha-beta, tree for Monte-Carlo tree search
             * @enum {unknown}
             */
            kind: "depth" | "tree";
            player: string;
            position: string;
            /** @description Moves that columns refer to by number. */
            names: string[];
            nodes: components["schemas"]["TraceTable"];
            events: components["schemas"]["TraceTable"];
            candidates: components["schemas"]["TraceTable"];
            /** @description Kinds of events. */
            kinds: string[];
            /** @description Why nodes are left and moves left out. */
            reasons: string[];
            /** @description How leaves are valued. */
            how: string[];
            /** @description Events that were not kept. */
            missed: number;
            found: components["schemas"]["TraceFound"];
        };
        TraceFound: {
            best: string | null;
            /** @description In hundredths of the game's unit. */
            score: number | null;
            chance: number | null;
            pv: string[];
            nodes: number;
            cuts: number;
            table_hits: number;
            playouts: number;
            depth: number;
        };
        Looked: {
            picture: components["schemas"]["Picture"];
            rules: string;
            to_move: components["schemas"]["Player"];
            last: components["schemas"]["MoveInfo"] | null;
            legal: components["schemas"]["MoveInfo"][];
            /** @description 64 binary digits. */
            key: string;
            /** @description The key before the last move. */
            previous: string | null;
            /** @description The parts whose XOR turns the one into the other. */
            changed: components["schemas"]["ChangedPart"][];
        };
        ChangedPart: {
            part: string;
            key: string;
        };
        LessonList: {
            lessons: components["schemas"]["LessonSummary"][];
        };
        LessonSummary: {
            name: string;
            title: string;
            text: string;
            steps: number;
            exercises: number;
        };
        LessonView: {
            name: string;
            title: string;
            text: string;
            steps: components["schemas"]["LessonStep"][];
            read: components["schemas"]["Reading"][];
        };
        LessonStep: {
            title: string;
            /** @description Markdown. */
            text: string;
            question?: string;
            right?: string;
            wrong?: string;
            show?: components["schemas"]["LessonShow"];
            answer?: components["schemas"]["Answering"];
        };
        /** @description One of its fields is there. */
        LessonShow: {
            trace?: components["schemas"]["Traced"];
            compare?: components["schemas"]["Traced"][];
            board?: components["schemas"]["LessonBoard"];
            formula?: string;
        };
        LessonBoard: {
            place: components["schemas"]["Place"];
            /** @description Digits of the key to show. */
            bits?: number;
        };
        Answering: {
            /** @enum {unknown} */
            by: "text" | "node" | "move" | "weights";
            example: string;
        };
        Reading: {
            /** @enum {unknown} */
            kind: "code" | "paper" | "course";
            title: string;
            /** @description Where it can be read, relative to the page or on the web. */
            url?: string;
        };
        Answer: {
            answer?: string | null;
        };
        Judged: {
            right: boolean;
            /** @description To a right answer, or without one. */
            solution?: string;
            said?: components["schemas"]["Said"];
        };
        DeadRequest: {
            cell: string;
        };
        Ownership: {
            node: components["schemas"]["NodeId"];
            /** @description Black's share of each cell, from 0 to 1, in the order of the picture. */
            shares: number[];
            /** @description Black's lead in points, komi counted. */
            lead: number;
            /** @description The cells of pieces that could not be saved. */
            dead: string[];
        };
        Patterns: {
            node: components["schemas"]["NodeId"];
            known: components["schemas"]["KnownPatterns"];
            /** @description The likeliest first. */
            points: components["schemas"]["PatternPoint"][];
            /** @description The nearest first. */
            neighbours: components["schemas"]["Neighbour"][];
        };
        /** @description How many patterns have counts, their largest zoom, and how many recorded positions are loaded. */
        KnownPatterns: {
            patterns: number;
            zooms: number;
            records: number | null;
        };
        PatternPoint: {
            move: string;
            /** @description By the model. */
            probability: number;
            /** @description The largest zoom the tables know here. */
            known_zoom: number;
            /** @description The zoom of the counts. */
            zoom: number;
            /** @description How often the pattern was seen. */
            n: number;
            /** @description How often it was chosen. */
            v: number;
        };
        Neighbour: {
            /** @description How many stones differ. */
            distance: number;
            /** @description Its number in the records, from 0. */
            game: number;
            turn: number;
            /** @description What was played there. */
            move: string;
            /** @description `X` black, `O` white, rows from the top. */
            board: string;
        };
    };
    responses: {
        /** @description The game's new state */
        State: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["State"];
            };
        };
        /** @description A problem: one sentence that quotes the culprit and says what was expected */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        id: string;
    };
    requestBodies: {
        Nothing: {
            content: {
                "application/json": Record<string, never>;
            };
        };
    };
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
