"""The notebooks of the experiments run, with the small sizes that their metadata name (`quick`)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent.parent / "examples/notebooks"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_the_notebook_runs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    sizes = notebook["metadata"]["quick"]
    for cell in notebook["cells"]:
        tags = cell["metadata"].get("tags", [])
        if cell["cell_type"] == "code" and "plot" not in tags:
            assert cell["outputs"] == [], "notebooks are kept without outputs"
            exec("".join(cell["source"]), names)
            if "parameters" in tags:
                assert set(sizes) <= set(names)
                names.update(sizes)
    assert capsys.readouterr().out
