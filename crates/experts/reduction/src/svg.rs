//! A picture of a compiled board: stones, and every gadget in the colour of its kind with its label.
//!
//! All stones of a kind are one dashed path: a run of stones is a line whose dashes have no length, so that only their round caps are seen. A
//! board with a hundred thousand stones stays a small file that way.

use crate::compile::Compiled;
use crate::grid::Point;
use crate::tile::Tile;
use crate::walk::Game;
use std::fmt::Write as _;

/// Points of the picture for one line of the board.
const STEP: usize = 10;
/// Room for the legend.
const LEAST_WIDTH: usize = 560;
/// Small boards are shown this much larger.
const ZOOM: usize = 2;
/// Boards with at most this many columns are small.
const SMALL: usize = 60;
/// Boards with more points get no grid lines and no names of points.
const DETAILED: usize = 40_000;

impl Tile {
    /// The colour of the gadget in pictures, if it is coloured.
    #[must_use]
    pub const fn colour(self) -> Option<&'static str> {
        match self {
            Self::WhiteChoice => Some("#2f7ed8"),
            Self::BlackChoice => Some("#d8452f"),
            Self::Merge | Self::MixedMerge => Some("#2fa84f"),
            Self::Test => Some("#e0b000"),
            Self::Reserve => Some("#8a4fc8"),
            _ => None,
        }
    }
}

impl Compiled {
    /// The position as an SVG picture.
    #[must_use]
    pub fn to_svg(&self) -> String {
        self.picture(None)
    }

    /// The position with the moves of a game numbered on it.
    #[must_use]
    pub fn game_to_svg(&self, game: &Game) -> String {
        self.picture(Some(game))
    }

    fn picture(&self, game: Option<&Game>) -> String {
        let grid = &self.position.grid;
        let (width, height) = (grid.columns() * STEP, grid.rows() * STEP);
        let (all_width, all_height) = (width.max(LEAST_WIDTH), height + 4 * STEP);
        let zoom = if grid.columns() <= SMALL { ZOOM } else { 1 };
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {all_width} {all_height}\" width=\"{}\" height=\"{}\" \
             font-family=\"sans-serif\">\n<title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#e3b974\"/>\n",
            all_width * zoom,
            all_height * zoom,
            escape(&self.drawing.formula.to_string())
        );
        let detailed = grid.rows() * grid.columns() <= DETAILED;
        if detailed {
            self.lines(&mut svg, width, height);
        }
        self.stones(&mut svg);
        self.gadgets(&mut svg, detailed);
        if let Some(game) = game {
            numbers(&mut svg, game);
        }
        self.legend(&mut svg, height);
        svg.push_str("</svg>\n");
        svg
    }

    fn lines(&self, svg: &mut String, width: usize, height: usize) {
        let half = STEP / 2;
        svg.push_str("<path stroke=\"#8a6a34\" stroke-width=\".6\" fill=\"none\" d=\"");
        for row in 0..self.position.grid.rows() {
            let _ = write!(svg, "M{half} {}H{}", row * STEP + half, width - half);
        }
        for column in 0..self.position.grid.columns() {
            let _ = write!(svg, "M{} {half}V{}", column * STEP + half, height - half);
        }
        svg.push_str("\"/>\n");
    }

    /// White stones of eye blocks are tinted; the marked stone of the reserve has a ring.
    fn stones(&self, svg: &mut String) {
        for (cells, rim, fill) in [("#", "#1c1c1c", "#1c1c1c"), ("OG", "#555", "#fdfdf8"), ("E", "#555", "#bfe3ff")] {
            let runs = self.runs(cells.as_bytes());
            let strokes = [(rim, "9.4"), (fill, "8.4")];
            for (colour, width) in &strokes[..if rim == fill { 1 } else { 2 }] {
                let _ = writeln!(
                    svg,
                    "<path stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\" \
                     stroke-dasharray=\"0 {STEP}\" d=\"{runs}\"/>"
                );
            }
        }
        let Point { row, column } = self.position.reserve;
        let _ = writeln!(
            svg,
            "<circle cx=\"{}\" cy=\"{}\" r=\"3\" fill=\"none\" stroke=\"#8a4fc8\" stroke-width=\"1.6\"/>",
            centre(column),
            centre(row)
        );
    }

    /// The runs of such cells along the rows, a little longer than they are so that the last dash is drawn.
    fn runs(&self, cells: &[u8]) -> String {
        let grid = &self.position.grid;
        let mut path = String::new();
        for row in 0..grid.rows() {
            let is_stone = |column: usize| column < grid.columns() && cells.contains(&grid.at(Point { row, column }));
            let mut column = 0;
            while column < grid.columns() {
                let end = (column..).find(|&next| !is_stone(next)).unwrap_or(column);
                if end > column {
                    let _ = write!(path, "M{} {}h{}.1", centre(column), centre(row), (end - 1 - column) * STEP);
                }
                column = end + 1;
            }
        }
        path
    }

    fn gadgets(&self, svg: &mut String, detailed: bool) {
        for (id, (gadget, frame)) in self.netlist.gadgets.iter().zip(&self.frames).enumerate() {
            let Some(colour) = gadget.tile.colour() else { continue };
            let (x, y) = (frame.first.column * STEP, frame.first.row * STEP);
            let width = (frame.last.column - frame.first.column + 1) * STEP;
            let height = (frame.last.row - frame.first.row + 1) * STEP;
            let label = escape(&self.label(gadget));
            let _ = writeln!(
                svg,
                "<g><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"4\" fill=\"{colour}\" fill-opacity=\".22\" \
                 stroke=\"{colour}\" stroke-width=\"1.5\"/><text x=\"{}\" y=\"{}\" font-size=\"11\" font-weight=\"bold\" \
                 text-anchor=\"middle\" fill=\"#fff\" stroke=\"{colour}\" stroke-width=\"3\" paint-order=\"stroke\">{label}</text></g>",
                x + width / 2,
                y + 10
            );
            if detailed {
                for named in
                    self.names.iter().filter(|named| named.gadget == id && named.name != "C" && named.name != "t")
                {
                    let _ = writeln!(
                        svg,
                        "<text x=\"{}\" y=\"{}\" font-size=\"8\" text-anchor=\"middle\" fill=\"#5a1a00\">{}</text>",
                        centre(named.point.column),
                        centre(named.point.row) + 3,
                        escape(named.name)
                    );
                }
            }
        }
    }

    fn legend(&self, svg: &mut String, top: usize) {
        let kinds = [Tile::Reserve, Tile::WhiteChoice, Tile::BlackChoice, Tile::Merge, Tile::Test];
        let mut x = STEP;
        for tile in kinds {
            let (colour, name) = (tile.colour().unwrap_or_default(), tile.title().template(self.options.lang));
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{}\" width=\"12\" height=\"12\" fill=\"{colour}\"/><text x=\"{}\" y=\"{}\" font-size=\"12\">{name}</text>",
                top + 6,
                x + 16,
                top + 17
            );
            x += 16 + 8 * (name.chars().count() + 1);
        }
        let _ = writeln!(
            svg,
            "<text x=\"{STEP}\" y=\"{}\" font-size=\"12\">{}</text>",
            top + 34,
            escape(&format!(
                "{}   ({} x {}, White to move)",
                self.drawing.formula,
                self.position.grid.rows(),
                self.position.grid.columns()
            ))
        );
    }
}

fn numbers(svg: &mut String, game: &Game) {
    for (index, played) in game.moves.iter().enumerate() {
        let Some(Point { row, column }) = played.point else { continue };
        let (fill, ink) =
            if played.player == quadrille_core::Player::Black { ("#1c1c1c", "#fff") } else { ("#fdfdf8", "#000") };
        let _ = writeln!(
            svg,
            "<circle cx=\"{}\" cy=\"{}\" r=\"4.7\" fill=\"{fill}\" stroke=\"#c00\"/><text x=\"{}\" y=\"{}\" font-size=\"5.5\" \
             text-anchor=\"middle\" fill=\"{ink}\">{}</text>",
            centre(column),
            centre(row),
            centre(column),
            centre(row) + 2,
            index + 1
        );
    }
}

const fn centre(line: usize) -> usize {
    line * STEP + STEP / 2
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
