//! Every feature of alpha-beta, each with a switch.
//!
//! Margins are in hundredths of the game's unit. The defaults suit a game with captures; [`Options::exact`] keeps only
//! what cannot change the result.

use crate::settings::settings;

settings!(
    /// The options of alpha-beta.
    Options {
        "use the transposition table",
            "utiliser la table de transposition",
            table: bool = true;
        "search to depth 1, 2, 3 and so on; without it a given depth is searched at once",
            "chercher à profondeur 1, 2, 3 et ainsi de suite ; sinon, une profondeur donnée est cherchée d’un coup",
            deepening: bool = true;
        "use table entries only at exactly the requested depth, so that a fixed-depth search returns the plain minimax value",
            "n’utiliser la table qu’à la profondeur exacte demandée, pour qu’une recherche à profondeur fixe donne la valeur du minimax",
            strict: bool = false;
        "search moves after the first with a zero-width window",
            "explorer les coups après le premier avec une fenêtre de largeur nulle",
            scout: bool = true;
        "start each iteration with a narrow window around the previous score",
            "commencer chaque itération par une fenêtre étroite autour du dernier score",
            aspiration: bool = true;
        "aspiration: half the width of the window",
            "aspiration : demi-largeur de la fenêtre",
            aspiration_width: i32 = 30, 1..=10_000;
        "first try moves that refuted a sibling",
            "essayer d’abord les coups qui ont réfuté un frère",
            killers: bool = true;
        "order quiet moves by how often they caused a cutoff",
            "ordonner les coups calmes par le nombre de coupes qu’ils ont provoquées",
            history: bool = true;
        "how much a cutoff adds to the history of its move, per ply of depth; the limit is 16384",
            "ce qu’une coupe ajoute à l’historique de son coup, par demi-coup de profondeur ; la limite est 16384",
            history_bonus: i32 = 150, 1..=1_600;
        "first try the move that last refuted the same previous move",
            "essayer d’abord le coup qui a déjà réfuté le même coup précédent",
            countermoves: bool = true;
        "order quiet moves by how well they did after the previous two moves",
            "ordonner les coups calmes selon leurs succès après les deux coups précédents",
            continuations: bool = false;
        "count the move four plies ago for continuation history, too",
            "compter aussi, pour l’historique de continuation, le coup joué quatre demi-coups plus tôt",
            long_continuations: bool = false;
        "reward a quiet move after which the evaluation rose for its side, and penalise one after which it fell",
            "récompenser un coup calme après lequel l’évaluation monte pour son camp, pénaliser celui après lequel elle baisse",
            evaluation_history: bool = false;
        "order noisy moves by how often they caused a cutoff",
            "ordonner les coups bruyants par le nombre de coupes qu’ils ont provoquées",
            noisy_history: bool = true;
        "correct the evaluation by its past errors in positions with the same structure",
            "corriger l’évaluation par ses erreurs passées dans les positions de même structure",
            corrections: bool = true;
        "prefer the table's value to the evaluation when it is a better bound",
            "préférer la valeur de la table à l’évaluation quand elle donne une meilleure borne",
            table_evaluation: bool = false;
        "search noisy moves at the horizon until the position is quiet",
            "explorer les coups bruyants à l’horizon jusqu’à une position calme",
            quiescence: bool = true;
        "in quiescence, skip exchanges that lose or cannot reach the window",
            "en quiescence, sauter les échanges qui perdent ou n’atteignent pas la fenêtre",
            quiescence_pruning: bool = true;
        "quiescence pruning: margin added to what an exchange can win",
            "élagage en quiescence : marge ajoutée à ce qu’un échange peut gagner",
            delta_margin: i32 = 150, 0..=100_000;
        "in quiescence, answer threats in the order of the histories, and with few quiet moves",
            "en quiescence, répondre aux menaces dans l’ordre des historiques, et par peu de coups calmes",
            quiescence_answers: bool = false;
        "search one ply deeper when a threat must be answered",
            "explorer un demi-coup de plus quand il faut répondre à une menace",
            extensions: bool = false;
        "search a table move deeper when it is much better than all others",
            "explorer plus profondément un coup de la table bien meilleur que tous les autres",
            singular: bool = true;
        "singular: how far below the table's value all others must stay, in hundredths per ply",
            "de combien tous les autres doivent rester sous la valeur de la table, en centièmes par demi-coup",
            singular_margin: i32 = 2, 0..=1_000;
        "singular: extend twice where the move is far better, and cut or search less deeply where others may do as well",
            "coup singulier : deux demi-coups de plus s’il est de loin le meilleur ; coupe ou moins de profondeur si d’autres le valent",
            singular_steps: bool = false;
        "search late quiet moves less deeply at first",
            "explorer d’abord moins profondément les coups calmes tardifs",
            reductions: bool = true;
        "size of the reductions, in percent of the default",
            "ampleur des réductions, en pour cent de la valeur par défaut",
            reduction_percent: u32 = 100, 0..=400;
        "search late quiet moves this many plies less deeply where a cutoff is expected",
            "explorer les coups calmes tardifs avec autant de demi-coups de moins là où une coupe est attendue",
            cut_reduction: i32 = 1, 0..=8;
        "search late noisy moves less deeply at first, too",
            "explorer d’abord moins profondément aussi les coups bruyants tardifs",
            noisy_reductions: bool = false;
        "reduce more where the moves searched before were often answered by a cutoff below",
            "réduire davantage là où des coupes ont souvent suivi les coups explorés avant",
            cut_counts: bool = false;
        "undo a part of the reduction where both evaluations contradict it, and add to it where they confirm it",
            "annuler une part de la réduction si les évaluations la contredisent, l’augmenter si elles la confirment",
            hindsight: bool = false;
        "near the horizon, judge a quiet move by the depth it would be searched to",
            "près de l’horizon, juger un coup calme à la profondeur où il serait exploré",
            reduced_margins: bool = false;
        "search a node less deeply when the table has no move for it",
            "explorer moins profondément un nœud dont la table ne connaît aucun coup",
            internal_reduction: bool = true;
        "cut when the position stays good enough even after passing the turn",
            "couper quand la position reste assez bonne même en passant son tour",
            null_move: bool = true;
        "cut near the horizon when the evaluation is far above the window",
            "couper près de l’horizon quand l’évaluation est loin au-dessus de la fenêtre",
            reverse_futility: bool = true;
        "reverse futility: margin above the window, per ply",
            "futilité inverse : marge au-dessus de la fenêtre, par demi-coup",
            reverse_futility_margin: i32 = 80, 0..=100_000;
        "skip quiet moves near the horizon when the evaluation is far below the window",
            "près de l’horizon, sauter les coups calmes quand l’évaluation est loin sous la fenêtre",
            futility: bool = true;
        "futility: margin below the window, per ply",
            "futilité : marge au-dessous de la fenêtre, par demi-coup",
            futility_margin: i32 = 110, 0..=100_000;
        "drop straight into quiescence when the evaluation is far below the window",
            "passer aussitôt en quiescence quand l’évaluation est très loin sous la fenêtre",
            razoring: bool = true;
        "razoring: margin below the window, per ply",
            "razoring : marge au-dessous de la fenêtre, par demi-coup",
            razoring_margin: i32 = 250, 0..=100_000;
        "near the horizon, skip quiet moves after the first few",
            "près de l’horizon, sauter les coups calmes après un certain nombre",
            late_move_pruning: bool = true;
        "late move pruning: quiet moves always searched; the square of the depth is added",
            "élagage des coups tardifs : nombre de coups calmes explorés, plus le carré de la profondeur",
            late_move_base: i32 = 4, 0..=1_000;
        "late move pruning: largest remaining depth at which it applies",
            "élagage des coups tardifs : profondeur maximale",
            late_move_depth: i32 = 4, 0..=100;
        "near the horizon, skip quiet moves with a poor history",
            "près de l’horizon, sauter les coups calmes dont l’historique est mauvais",
            history_pruning: bool = false;
        "near the horizon, skip quiet moves that lose the piece on its target square",
            "près de l’horizon, sauter les coups calmes qui perdent une pièce à l’arrivée",
            hanging_pruning: bool = true;
        "hanging pruning: how much a move may lose, per ply squared",
            "élagage des pièces en prise : perte permise, par demi-coup au carré",
            hanging_margin: i32 = 25, 0..=100_000;
        "never skip a quiet move that makes an obvious threat, unless it loses as much as a skipped exchange",
            "ne sauter un coup calme qui fait une menace évidente que s’il perd autant qu’un échange sauté",
            spare_threats: bool = false;
        "never skip quiet moves in full-window (PV) nodes",
            "ne sauter aucun coup calme dans les nœuds à fenêtre pleine (PV)",
            spare_exact: bool = true;
        "near the horizon, skip exchanges that lose too much",
            "près de l’horizon, sauter les échanges qui perdent trop",
            exchange_pruning: bool = true;
        "exchange pruning: how much an exchange may lose, per ply",
            "élagage des échanges : perte permise, par demi-coup",
            exchange_margin: i32 = 90, 0..=100_000;
        "use endgame tables, where the game has them",
            "utiliser les tables de finales, si le jeu en a",
            oracle: bool = true;
        "keep the full position with each entry and count key collisions",
            "garder la position entière à côté de chaque entrée et compter les collisions de clés",
            verify: bool = false;
    }
);

impl Options {
    /// Only features that cannot change the value: a search to the end of the game is then exact.
    #[must_use]
    pub fn exact() -> Self {
        Self { ..Self::default() }.without_guesses()
    }

    /// Everything off: plain negamax with alpha-beta cutoffs, the baseline of the tests.
    #[must_use]
    pub fn bare() -> Self {
        Self {
            table: false,
            scout: false,
            aspiration: false,
            killers: false,
            history: false,
            countermoves: false,
            continuations: false,
            noisy_history: false,
            ..Self::exact()
        }
    }

    fn without_guesses(self) -> Self {
        Self {
            quiescence: false,
            quiescence_pruning: false,
            extensions: false,
            singular: false,
            reductions: false,
            internal_reduction: false,
            null_move: false,
            reverse_futility: false,
            futility: false,
            razoring: false,
            late_move_pruning: false,
            history_pruning: false,
            hanging_pruning: false,
            exchange_pruning: false,
            corrections: false,
            table_evaluation: false,
            ..self
        }
    }
}
