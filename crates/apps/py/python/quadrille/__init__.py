"""Breakthrough, chess, Othello and Go: rules, searches, records, and thousands of games in arrays.

>>> import quadrille
>>> board = quadrille.Board("chess")
>>> board.push("e4").text
'e2e4'
>>> board.search("alphabeta", depth=4).best is not None
True

`Board` is one game with the names of python-chess. `State` and `Batch` are games as numbers, for learning programs;
`search` and `self_play` let your network guide our tree search. `quadrille.spiel` has the names of OpenSpiel,
`quadrille.envs` the environments of PettingZoo, `quadrille.cluster` the same work on many machines.
"""

from ._quadrille import (
    Batch,
    Board,
    Branch,
    Counted,
    DepthReport,
    Draws,
    GameInfo,
    GameResult,
    HistoryRow,
    Move,
    MoveReport,
    Option,
    Outcome,
    Player,
    Prediction,
    QuadrilleError,
    Record,
    Report,
    Solution,
    Spelled,
    Standings,
    State,
    Tally,
    Trace,
    Trees,
    Value,
    __version__,
    game,
    games,
    learn,
    match,
    match_game,
    merge,
    read,
    read_file,
    standings,
    trace_tree,
)
from ._learning import Evaluator, Games, Visits, search, self_play

#: The colours, as python-chess has them.
WHITE = True
BLACK = False

__all__ = [
    "BLACK",
    "WHITE",
    "Batch",
    "Board",
    "Branch",
    "Counted",
    "DepthReport",
    "Draws",
    "Evaluator",
    "GameInfo",
    "GameResult",
    "Games",
    "HistoryRow",
    "Move",
    "MoveReport",
    "Option",
    "Outcome",
    "Player",
    "Prediction",
    "QuadrilleError",
    "Record",
    "Report",
    "Solution",
    "Spelled",
    "Standings",
    "State",
    "Tally",
    "Trace",
    "Trees",
    "Value",
    "Visits",
    "__version__",
    "game",
    "games",
    "learn",
    "match",
    "match_game",
    "merge",
    "read",
    "read_file",
    "search",
    "self_play",
    "standings",
    "trace_tree",
]
