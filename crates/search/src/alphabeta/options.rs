//! Every feature of alpha-beta, each with a switch.
//!
//! Margins are in hundredths of the game's unit. The defaults suit a game with captures; [`Options::exact`] leaves only
//! what cannot change the result.

use crate::settings::settings;

settings!(
    /// What alpha-beta does beside looking at every move.
    Options {
        "use the transposition table",
            "utiliser la table de transpositions",
            table: bool = true;
        "search to depth 1, 2, 3 and so on; without it a given depth is searched at once",
            "chercher à profondeur 1, 2, 3 et ainsi de suite ; sinon, une profondeur donnée est cherchée d’un coup",
            deepening: bool = true;
        "use table entries only at exactly the depth asked for, so that a fixed depth gives the value of plain minimax",
            "n’utiliser la table qu’à la profondeur exacte demandée, pour qu’une profondeur fixe donne la valeur du minimax simple",
            strict: bool = false;
        "look up moves after the first with a window of zero width",
            "regarder les coups après le premier avec une fenêtre de largeur nulle",
            scout: bool = true;
        "start each iteration with a narrow window around the last score",
            "commencer chaque itération par une fenêtre étroite autour du dernier score",
            aspiration: bool = true;
        "half the width of that window",
            "la demi-largeur de cette fenêtre",
            aspiration_width: i32 = 30, 1..=10_000;
        "try moves first that refuted a sibling",
            "essayer d’abord les coups qui ont réfuté un frère",
            killers: bool = true;
        "order quiet moves by how often they refuted anything",
            "ordonner les coups calmes par le nombre de leurs réfutations",
            history: bool = true;
        "try the move first that refuted the same previous move before",
            "essayer d’abord le coup qui a déjà réfuté le même coup précédent",
            countermoves: bool = true;
        "order quiet moves by how they did after the two moves before",
            "ordonner les coups calmes selon leurs succès après les deux coups précédents",
            continuations: bool = false;
        "order noisy moves by how often they refuted anything",
            "ordonner les coups bruyants par le nombre de leurs réfutations",
            noisy_history: bool = true;
        "correct the evaluation by its errors in positions of the same structure",
            "corriger l’évaluation par ses erreurs dans les positions de même structure",
            corrections: bool = true;
        "trust the value in the table rather than the evaluation when it bounds it",
            "se fier à la valeur de la table plutôt qu’à l’évaluation quand elle la borne",
            table_evaluation: bool = false;
        "resolve noisy moves at the horizon",
            "résoudre les coups bruyants à l’horizon",
            quiescence: bool = true;
        "in quiescence, skip exchanges that lose or cannot reach the window",
            "en quiescence, sauter les échanges qui perdent ou n’atteignent pas la fenêtre",
            quiescence_pruning: bool = true;
        "how much an exchange may surprise",
            "de combien un échange peut surprendre",
            delta_margin: i32 = 150, 0..=100_000;
        "look one ply further when a threat must be answered",
            "regarder un demi-coup plus loin quand il faut répondre à une menace",
            extensions: bool = true;
        "look further at a table move that is much better than all others",
            "regarder plus loin un coup de table bien meilleur que tous les autres",
            singular: bool = true;
        "how far below the table's value all others must stay, in hundredths a ply",
            "de combien tous les autres doivent rester sous la valeur de la table, en centièmes par demi-coup",
            singular_margin: i32 = 2, 0..=1_000;
        "look even further at a singular move by far, and less far at one that is not",
            "regarder encore plus loin un coup de loin singulier, et moins loin un coup qui ne l’est pas",
            singular_steps: bool = false;
        "search late quiet moves less deeply at first",
            "explorer d’abord moins profondément les coups calmes tardifs",
            reductions: bool = true;
        "how much less deeply, in hundredths of the usual",
            "de combien moins profondément, en centièmes de l’usage",
            reduction_percent: u32 = 100, 0..=400;
        "search a node less deeply when the table knows no move for it",
            "explorer moins profondément un nœud dont la table ne connaît aucun coup",
            internal_reduction: bool = true;
        "cut when even giving the turn away refutes the line",
            "couper quand même passer son tour réfute la ligne",
            null_move: bool = true;
        "cut near the horizon when the evaluation is far above the window",
            "couper près de l’horizon quand l’évaluation est loin au-dessus de la fenêtre",
            reverse_futility: bool = true;
        "how far above, per ply",
            "de combien au-dessus, par demi-coup",
            reverse_futility_margin: i32 = 80, 0..=100_000;
        "skip quiet moves near the horizon when the evaluation is far below the window",
            "près de l’horizon, sauter les coups calmes quand l’évaluation est loin sous la fenêtre",
            futility: bool = true;
        "how far below, per ply",
            "de combien au-dessous, par demi-coup",
            futility_margin: i32 = 110, 0..=100_000;
        "go to quiescence at once when the evaluation is hopeless",
            "passer aussitôt en quiescence quand l’évaluation est sans espoir",
            razoring: bool = true;
        "how hopeless, per ply",
            "à quel point, par demi-coup",
            razoring_margin: i32 = 250, 0..=100_000;
        "near the horizon skip quiet moves after the first few",
            "près de l’horizon, sauter les coups calmes après un certain nombre",
            late_move_pruning: bool = true;
        "how many more quiet moves are looked at first",
            "combien de coups calmes de plus sont d’abord regardés",
            late_move_base: i32 = 4, 0..=1_000;
        "up to which depth",
            "jusqu’à quelle profondeur",
            late_move_depth: i32 = 4, 0..=100;
        "near the horizon skip quiet moves with a poor history",
            "près de l’horizon, sauter les coups calmes au passé médiocre",
            history_pruning: bool = false;
        "near the horizon skip quiet moves that lose a piece where they end",
            "près de l’horizon, sauter les coups calmes qui perdent une pièce à l’arrivée",
            hanging_pruning: bool = false;
        "how much they may lose, per ply squared",
            "ce qu’ils peuvent perdre, par demi-coup au carré",
            hanging_margin: i32 = 25, 0..=100_000;
        "never skip a quiet move that makes a plain threat",
            "ne jamais sauter un coup calme qui fait une menace évidente",
            spare_threats: bool = false;
        "skip no quiet moves where the exact value is wanted",
            "ne sauter aucun coup calme là où la valeur exacte est voulue",
            spare_exact: bool = false;
        "near the horizon skip exchanges that lose too much",
            "près de l’horizon, sauter les échanges qui perdent trop",
            exchange_pruning: bool = true;
        "how much an exchange may lose, per ply",
            "ce qu’un échange peut perdre, par demi-coup",
            exchange_margin: i32 = 90, 0..=100_000;
        "keep the full position beside each entry and count collisions of keys",
            "garder la position entière à côté de chaque entrée et compter les collisions de clés",
            verify: bool = false;
    }
);

impl Options {
    /// Only what cannot change the value: a search to the end of the game is then exact.
    #[must_use]
    pub fn exact() -> Self {
        Self { ..Self::default() }.without_guesses()
    }

    /// Everything off: plain negamax with alpha-beta cuts, the reference that tests begin with.
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
