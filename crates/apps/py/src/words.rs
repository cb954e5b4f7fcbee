//! The Python module's own messages, in addition to the engine's.

quadrille_core::words! { "python";
    NO_ACTIONS { en: "the game {game} has no numbered actions", fr: "le jeu {game} n’a pas d’actions numérotées" }
    LARGE_BOARD { en: "boards larger than 25x25 cannot be played on", fr: "les plateaux de plus de 25x25 ne peuvent pas être joués" }
    GAME_OVER { en: "the action {action} cannot be played: the game is over", fr: "l’action {action} ne peut pas être jouée : la partie est finie" }
    ILLEGAL_ACTION { en: "the action {action} is not legal here: expected one of the {count} that legal_actions lists", fr: "l’action {action} n’est pas légale ici : il faut l’une des {count} que donne legal_actions" }
    IN_GAME { en: "game {number} of the batch: {why}", fr: "partie {number} du lot : {why}" }
    ARRAY { en: "{name} is not an array of {kind} with the shape {shape}: {given}", fr: "{name} n’est pas un tableau de {kind} de forme {shape} : {given}" }
    NOT_FINITE { en: "the evaluator returned a non-finite number ({number}) for position {row}", fr: "l’évaluateur a rendu un nombre non fini ({number}) pour la position {row}" }
    OUTSIDE { en: "the evaluator returned the value {number} for position {row}: expected -1 to 1", fr: "l’évaluateur a rendu la valeur {number} pour la position {row} : il faut de -1 à 1" }
    NOTHING_PENDING { en: "no positions are waiting for evaluation: call collect first", fr: "aucune position n’attend d’évaluation : appelez d’abord collect" }
    NO_GAMES { en: "cannot create a batch of {count} games: expected 1 to {most}", fr: "impossible de créer un lot de {count} parties : il faut de 1 à {most}" }
    BAD_OPTION { en: "{name}={value}: expected {expected}", fr: "{name}={value} : il faut {expected}" }
    NOTHING_TO_TAKE_BACK { en: "no move has been played: there is nothing to take back", fr: "aucun coup n’a été joué : il n’y a rien à reprendre" }
    NO_MOVE_YET { en: "no move has been played", fr: "aucun coup n’a été joué" }
    NO_PREDICTIONS { en: "move prediction is not available for {game}", fr: "la prédiction des coups n’est pas disponible pour {game}" }
    NOT_CHESS { en: "only a chess game can be converted to a chess.Board, not a game of {game}", fr: "seule une partie d’échecs peut être convertie en chess.Board, pas une partie de {game}" }
    PANIC { en: "the engine failed: this is a bug, please report it", fr: "le moteur a échoué : c’est un bogue, merci de le signaler" }
    NOT_SERIALIZED { en: "{text} is not a state written by serialize", fr: "{text} n’est pas un état écrit par serialize" }
    NOT_A_RESULT { en: "{text} is not a game written by to_json: {error}", fr: "{text} n’est pas une partie écrite par to_json : {error}" }
    OTHER_PLAYERS { en: "game {number} is between other players", fr: "la partie {number} oppose d’autres joueurs" }
    SHARD { en: "there is no shard {shard} of {shards}", fr: "il n’y a pas de part {shard} sur {shards}" }
    NO_RECORD { en: "there is no game in the object", fr: "il n’y a aucune partie dans l’objet" }
    FILE { en: "{path}: {error}", fr: "{path} : {error}" }
}
