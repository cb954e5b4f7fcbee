//! Every choice of Monte-Carlo tree search, and the named algorithms as presets of it.

use crate::settings::{choice, settings};
use crate::words;
use quadrille_core::Refusal;

choice!(
    /// The selection rule.
    Rule {
        /// The move tried least often: flat Monte-Carlo.
        Uniform = "uniform",
        /// Sequential halving of the root moves (Karnin, Koren and Somekh 2013), for flat Monte-Carlo.
        Halving = "halving",
        /// Upper confidence bounds (Auer, Cesa-Bianchi and Fischer 2002) in a tree (Kocsis and Szepesvári 2006).
        Uct = "uct",
        /// Prior probabilities steer exploration (Rosin 2011; Silver et al. 2016).
        Puct = "puct",
        /// (v + prior) / (n + 1): the prior fades as visits come in.
        Prior = "prior",
        /// All moves as first (Brügmann 1993): a move's value is the mean of all playouts that contain it.
        Amaf = "amaf",
        /// Rapid action value estimation (Gelly and Silver 2011): AMAF fading into the move's own mean.
        Rave = "rave",
        /// Generalised RAVE (Cazenave 2015): AMAF values of the nearest ancestor with enough playouts.
        Grave = "grave",
    }
);

impl Rule {
    /// Whether the rule needs AMAF statistics.
    pub(super) const fn uses_amaf(self) -> bool {
        matches!(self, Self::Amaf | Self::Rave | Self::Grave)
    }

    /// Whether the rule uses priors.
    #[must_use]
    pub const fn uses_prior(self) -> bool {
        matches!(self, Self::Puct | Self::Prior)
    }
}

choice!(
    /// What positions share their statistics.
    Shape {
        /// A tree: none.
        Tree = "tree",
        /// A graph: equal positions are one record, keyed by their hash.
        Graph = "graph",
    }
);

choice!(
    /// How threads work together.
    Scheme {
        /// Each thread simulates and expands as fast as it can.
        Free = "free",
        /// Steps of one descent per thread, then one expansion along the most visited path
        /// (*Le jeu de go*, docs/sources.md).
        Steps = "steps",
    }
);

settings!(
    /// What a Monte-Carlo search does.
    Options {
        "how a move is selected",
            "comment un coup est choisi",
            rule: Rule = Rule::Uct;
        "whether equal positions share statistics",
            "partage des statistiques entre positions égales",
            shape: Shape = Shape::Tree;
        "how threads work together",
            "comment les fils travaillent ensemble",
            scheme: Scheme = Scheme::Free;
        "weight of exploration: how much rarely tried moves are favoured",
            "poids de l’exploration : combien les coups peu essayés sont favorisés",
            exploration: f32 = 0.6, 0.0..=10.0;
        "how far below its parent's value an untried move starts (puct)",
            "de combien la valeur initiale d’un coup non essayé est inférieure à celle de son parent (puct)",
            first_play_reduction: f32 = 0.1, -1.0..=1.0;
        "visits before a leaf gets children",
            "visites avant qu’une feuille reçoive des enfants",
            expand_after: u32 = 2, 0..=1_000_000_000;
        "maximum depth of the tree below the root, in plies",
            "profondeur maximale de l’arbre sous la racine, en demi-coups",
            tree_depth: u32 = 1_000, 1..=1_000;
        "playouts after which a move's own mean weighs as much as its AMAF value (rave)",
            "simulations après lesquelles la moyenne propre d’un coup pèse autant que sa valeur AMAF (rave)",
            rave_equivalence: f32 = 1_000.0, 1.0..=1e9;
        "playouts an ancestor needs to serve as AMAF reference (grave)",
            "simulations qu’il faut à un ancêtre pour servir de référence AMAF (grave)",
            grave_reference: u32 = 50, 0..=1_000_000;
        "how fast AMAF values fade (grave)",
            "la vitesse à laquelle les valeurs AMAF s’effacent (grave)",
            grave_bias: f32 = 0.0001, 0.0..=10.0;
        "virtual losses added during a descent, so that threads spread out",
            "défaites virtuelles ajoutées à la descente, pour que les fils se dispersent",
            virtual_loss: u32 = 5, 0..=1_000;
        "propagate proven wins and losses",
            "propager les gains et les pertes prouvés",
            solver: bool = true;
        "weight of implicit minimax backups of the evaluation",
            "poids des valeurs minimax implicites de l’évaluation",
            minimax_weight: f32 = 0.0, 0.0..=1.0;
        "weight of the evaluation relative to the playout at a leaf (1 = no playouts)",
            "poids de l’évaluation face à la simulation à une feuille (1 = pas de simulation)",
            evaluation_weight: f32 = 0.0, 0.0..=1.0;
        "score, in hundredths of a unit, that corresponds to a winning chance of about 73 %",
            "score, en centièmes d’unité, qui correspond à environ 73 % de chances de gain",
            evaluation_scale: f32 = 200.0, 1.0..=1e6;
        "keep the subtree of the moves that were played",
            "garder le sous-arbre des coups joués",
            reuse: bool = true;
        "memory for the tree in MiB; when it is full the tree stops growing",
            "mémoire de l’arbre en Mio ; une fois pleine, l’arbre ne grandit plus",
            memory: usize = 1_024, 1..=1_048_576;
        "keep the full position in each record and count key collisions (graph)",
            "garder la position entière dans chaque enregistrement et compter les collisions de clés (graph)",
            verify: bool = false;
    }
);

/// The algorithms that exist by name.
pub const NAMES: [&str; 8] = ["mc", "uct", "uct-tt", "amaf", "rave", "grave", "puct", "prior"];

impl Options {
    /// The options of a named algorithm.
    ///
    /// # Errors
    ///
    /// Returns an error that lists the names if this one is unknown.
    pub fn preset(name: &str) -> Result<Self, Refusal> {
        let usual = Self::default();
        Ok(match name {
            "mc" => Self { rule: Rule::Uniform, tree_depth: 1, ..usual },
            "uct" => usual,
            "uct-tt" => Self { shape: Shape::Graph, ..usual },
            "amaf" => Self { rule: Rule::Amaf, exploration: 0.3, ..usual },
            "rave" => Self { rule: Rule::Rave, exploration: 0.3, ..usual },
            "grave" => Self { rule: Rule::Grave, exploration: 0.3, ..usual },
            "puct" => Self { rule: Rule::Puct, exploration: 1.2, expand_after: 1, ..usual },
            "prior" => Self { rule: Rule::Prior, expand_after: 1, ..usual },
            _ => {
                let names = NAMES.join(", ");
                return Err(words::NO_TREE_SEARCH.refuse().quote("name", name).with("names", names));
            }
        })
    }

    /// The options of a search whose positions a [`Judge`](super::Judge) values: every leaf is expanded at once.
    #[must_use]
    pub fn judged() -> Self {
        Self {
            rule: Rule::Puct,
            exploration: 0.7,
            first_play_reduction: 0.2,
            expand_after: 0,
            evaluation_weight: 0.5,
            ..Self::default()
        }
    }

    /// The name that reports show for these options.
    pub(super) fn name(&self) -> &'static str {
        match self.rule {
            Rule::Uniform | Rule::Halving => "mc",
            Rule::Uct if self.shape == Shape::Graph => "uct-tt",
            Rule::Uct => "uct",
            Rule::Puct => "puct",
            Rule::Prior => "prior",
            Rule::Amaf => "amaf",
            Rule::Rave => "rave",
            Rule::Grave => "grave",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_a_preset_that_reports_under_it() {
        for name in NAMES {
            assert_eq!(Options::preset(name).unwrap().name(), name);
        }
        assert!(Options::preset("chance").unwrap_err().to_string().contains("uct-tt"));
    }
}
