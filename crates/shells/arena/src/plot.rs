//! Plots as SVG, written by hand: panels side by side, lines or points with their 95 % intervals, one legend.
//!
//! The colours are those of Okabe and Ito (2008), which are distinguishable with any colour vision; every series has
//! its own marker as well. Start reading at [`Plot::to_svg`].

use std::fmt::Write;

/// A figure of several panels.
#[derive(Clone, Debug, Default)]
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// The panels, left to right, two in a row.
    pub panels: Vec<Panel>,
}

/// One pair of axes.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What it shows.
    pub title: String,
    /// The axis from left to right.
    pub x: Axis,
    /// The axis from bottom to top.
    pub y: Axis,
    /// A value of special meaning, drawn as a dashed line: an even score, a speed-up of one.
    pub reference: Option<f64>,
    /// What is drawn.
    pub series: Vec<Series>,
}

/// An axis.
#[derive(Clone, Debug)]
pub struct Axis {
    /// What it measures, with the unit.
    pub label: String,
    /// How values are laid out.
    pub scale: Scale,
}

/// The scale of an axis.
#[derive(Clone, Debug)]
pub enum Scale {
    /// Linear, from zero or from the smallest value.
    Linear,
    /// Evenly between these two.
    Range(f64, f64),
    /// By the logarithm.
    Log,
    /// By name: value 0 is the first.
    Names(Vec<String>),
}

/// Measured values of one thing.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// The values, by x.
    pub points: Vec<Point>,
}

/// A measured value with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where on the first axis.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

const COLOURS: [&str; 7] = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"];
const PANEL_WIDTH: f64 = 520.0;
const PANEL_HEIGHT: f64 = 372.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 78.0;
const HEADER: f64 = 78.0;
const PANELS_PER_ROW: usize = 2;
/// Names longer than this are written at an angle.
const LONG_NAMES: usize = 40;
/// The distance between series at one category.
const DODGE: f64 = 0.13;

impl Axis {
    /// An axis.
    pub fn new(label: impl Into<String>, scale: Scale) -> Self {
        Self { label: label.into(), scale }
    }
}

impl Plot {
    /// The figure as the text of an SVG file.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let columns = self.panels.len().clamp(1, PANELS_PER_ROW);
        let rows = self.panels.len().div_ceil(PANELS_PER_ROW).max(1);
        let (width, height) = (columns as f64 * PANEL_WIDTH, HEADER + rows as f64 * PANEL_HEIGHT);
        let mut svg = String::new();
        // Writing to a string cannot fail, here and below.
        let _ = write!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"system-ui, sans-serif\" font-size=\"13\" role=\"img\">\n\
             <title>{title}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
             <text x=\"20\" y=\"28\" font-size=\"18\" font-weight=\"600\" fill=\"#111111\">{title}</text>\n",
            title = escaped(&self.title)
        );
        let names = self.names();
        legend(&mut svg, &names);
        for (index, panel) in self.panels.iter().enumerate() {
            let (row, column) = (index / PANELS_PER_ROW, index % PANELS_PER_ROW);
            let (x, y) = (column as f64 * PANEL_WIDTH, HEADER + row as f64 * PANEL_HEIGHT);
            let _ = writeln!(svg, "<g transform=\"translate({x} {y})\">");
            Frame::new(panel).draw(&mut svg, &names);
            svg.push_str("</g>\n");
        }
        svg.push_str("</svg>\n");
        svg
    }

    /// The names of all series, each once: a name has the same colour in every panel.
    fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for series in self.panels.iter().flat_map(|panel| &panel.series) {
            if !names.contains(&series.name.as_str()) {
                names.push(&series.name);
            }
        }
        names
    }
}

fn legend(svg: &mut String, names: &[&str]) {
    if names.len() < 2 {
        return;
    }
    let mut x = 26.0;
    for (index, name) in names.iter().enumerate() {
        mark(svg, index, x, 52.0);
        let _ = writeln!(svg, "<text x=\"{}\" y=\"56.5\" fill=\"#222222\">{}</text>", x + 11.0, escaped(name));
        x += 34.0 + 7.4 * name.chars().count() as f64;
    }
}

fn colour(index: usize) -> &'static str {
    COLOURS[index % COLOURS.len()]
}

/// The marker of a series: circle, square, diamond, triangle, repeated.
fn mark(svg: &mut String, index: usize, x: f64, y: f64) {
    let fill = colour(index);
    let _ = match index % 4 {
        0 => writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\" fill=\"{fill}\"/>"),
        1 => {
            writeln!(svg, "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"8\" height=\"8\" fill=\"{fill}\"/>", x - 4.0, y - 4.0)
        }
        2 => writeln!(svg, "<path d=\"M{x:.1} {:.1}l5 5l-5 5l-5 -5z\" fill=\"{fill}\"/>", y - 5.0),
        _ => writeln!(svg, "<path d=\"M{x:.1} {:.1}l5 9h-10z\" fill=\"{fill}\"/>", y - 5.5),
    };
}

/// A panel with the ends of its axes.
struct Frame<'a> {
    panel: &'a Panel,
    x: (f64, f64),
    y: (f64, f64),
}

impl<'a> Frame<'a> {
    fn new(panel: &'a Panel) -> Self {
        let points = || panel.series.iter().flat_map(|series| &series.points);
        let x = ends(&panel.x.scale, points().map(|point| point.x));
        let ys = points().flat_map(|point| [point.low, point.y, point.high]).chain(panel.reference);
        Self { panel, x, y: ends(&panel.y.scale, ys) }
    }

    fn place_x(&self, value: f64) -> f64 {
        LEFT + share(&self.panel.x.scale, self.x, value) * (PANEL_WIDTH - LEFT - RIGHT)
    }

    fn place_y(&self, value: f64) -> f64 {
        let share = share(&self.panel.y.scale, self.y, value).clamp(0.0, 1.0);
        PANEL_HEIGHT - BOTTOM - share * (PANEL_HEIGHT - TOP - BOTTOM)
    }

    fn draw(&self, svg: &mut String, names: &[&str]) {
        let panel = self.panel;
        let (right, bottom) = (PANEL_WIDTH - RIGHT, PANEL_HEIGHT - BOTTOM);
        let _ = writeln!(
            svg,
            "<text x=\"{LEFT}\" y=\"22\" font-size=\"14\" font-weight=\"600\" fill=\"#222222\">{}</text>",
            escaped(&panel.title)
        );
        self.draw_ticks(svg);
        if let Some(value) = panel.reference {
            let y = self.place_y(value);
            let _ = writeln!(
                svg,
                "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"#555555\" stroke-dasharray=\"5 4\" fill=\"none\"/>"
            );
        }
        let _ = writeln!(svg, "<path d=\"M{LEFT} {TOP}V{bottom}H{right}\" stroke=\"#333333\" fill=\"none\"/>");
        let middle = f64::midpoint(TOP, bottom);
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#333333\">{}</text>\n\
             <text transform=\"translate(18 {middle:.1}) rotate(-90)\" text-anchor=\"middle\" fill=\"#333333\">{}</text>",
            f64::midpoint(LEFT, right),
            PANEL_HEIGHT - 32.0,
            escaped(&panel.x.label),
            escaped(&panel.y.label)
        );
        let count = panel.series.len();
        for (order, series) in panel.series.iter().enumerate() {
            let index = names.iter().position(|name| *name == series.name).unwrap_or(0);
            self.draw_series(svg, series, index, order as f64 - (count as f64 - 1.0) / 2.0);
        }
    }

    fn draw_ticks(&self, svg: &mut String) {
        let (right, bottom) = (PANEL_WIDTH - RIGHT, PANEL_HEIGHT - BOTTOM);
        for value in ticks(&self.panel.y.scale, self.y) {
            let y = self.place_y(value);
            let _ = writeln!(
                svg,
                "<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"#e4e4e4\" fill=\"none\"/>\n\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#444444\">{}</text>",
                LEFT - 7.0,
                y + 4.5,
                number(value)
            );
        }
        if let Scale::Names(names) = &self.panel.x.scale {
            let letters: usize = names.iter().map(|name| name.chars().count()).sum();
            for (index, name) in names.iter().enumerate() {
                let x = self.place_x(index as f64);
                let place = if letters > LONG_NAMES {
                    format!(
                        "transform=\"translate({:.1} {:.1}) rotate(-28)\" text-anchor=\"end\" font-size=\"11\"",
                        x + 5.0,
                        bottom + 14.0
                    )
                } else {
                    format!("x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\"", bottom + 19.0)
                };
                let _ = writeln!(svg, "<text {place} fill=\"#444444\">{}</text>", escaped(name));
            }
            return;
        }
        for value in self.x_ticks() {
            let x = self.place_x(value);
            let _ = writeln!(
                svg,
                "<path d=\"M{x:.1} {bottom}v5\" stroke=\"#333333\" fill=\"none\"/>\n\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#444444\">{}</text>",
                bottom + 19.0,
                number(value)
            );
        }
    }

    /// The measured values, if they are few; otherwise round ones.
    fn x_ticks(&self) -> Vec<f64> {
        const FEW: usize = 9;
        let points = self.panel.series.iter().flat_map(|series| &series.points);
        let mut values: Vec<f64> = points.map(|point| point.x).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        if values.len() <= FEW { values } else { ticks(&self.panel.x.scale, self.x) }
    }

    fn draw_series(&self, svg: &mut String, series: &Series, index: usize, order: f64) {
        let by_name = matches!(self.panel.x.scale, Scale::Names(_));
        let place = |point: &Point| {
            let x = if by_name { self.place_x(point.x + DODGE * order) } else { self.place_x(point.x) + 2.0 * order };
            (x, self.place_y(point.y))
        };
        let stroke = colour(index);
        if !by_name && series.points.len() > 1 {
            let path: Vec<String> =
                series.points.iter().map(|point| format!("{:.1} {:.1}", place(point).0, place(point).1)).collect();
            let _ = writeln!(
                svg,
                "<path d=\"M{}\" stroke=\"{stroke}\" stroke-width=\"1.8\" fill=\"none\"/>",
                path.join("L")
            );
        }
        for point in &series.points {
            let (x, y) = place(point);
            let (low, high) = (self.place_y(point.low), self.place_y(point.high));
            let _ = writeln!(
                svg,
                "<path d=\"M{:.1} {low:.1}h6m-3 0V{high:.1}m-3 0h6\" stroke=\"{stroke}\" stroke-width=\"1.3\" fill=\"none\"/>",
                x - 3.0
            );
            mark(svg, index, x, y);
        }
    }
}

/// The ends of an axis that shows these values.
fn ends(scale: &Scale, values: impl Iterator<Item = f64>) -> (f64, f64) {
    let values: Vec<f64> = values.filter(|value| value.is_finite()).collect();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    match scale {
        Scale::Range(low, high) => (*low, *high),
        Scale::Names(names) => (-0.5, names.len().max(1) as f64 - 0.5),
        _ if values.is_empty() => (0.0, 1.0),
        Scale::Log => {
            let least = least.max(1e-9);
            let most = most.max(least * 1.01);
            let air = (most / least).powf(0.06);
            (least / air, most * air)
        }
        Scale::Linear => {
            let low = if least >= 0.0 { 0.0 } else { least };
            let most = if most > low { most } else { low + 1.0 };
            (low, most + 0.06 * (most - low))
        }
    }
}

/// The position of a value on an axis, from 0 to 1.
fn share(scale: &Scale, (low, high): (f64, f64), value: f64) -> f64 {
    match scale {
        Scale::Log => (value.max(1e-9) / low).ln() / (high / low).ln(),
        _ => (value - low) / (high - low),
    }
}

/// Round values between the ends of an axis.
fn ticks(scale: &Scale, (low, high): (f64, f64)) -> Vec<f64> {
    if let Scale::Log = scale {
        let decades = (low.log10().floor() as i32)..=(high.log10().ceil() as i32);
        let steps: &[f64] = if (high / low).log10() > 3.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
        let values = decades.flat_map(|decade| steps.iter().map(move |step| step * 10.0_f64.powi(decade)));
        return values.filter(|value| (low..=high).contains(value)).collect();
    }
    let rough = (high - low) / 5.0;
    let decade = 10.0_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|step| step * decade).into_iter().find(|step| *step >= rough).unwrap_or(rough);
    let first = (low / step).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    (first..=last).map(|n| n as f64 * step).collect()
}

/// A tick's value without needless digits: 1500000 is 1.5M.
fn number(value: f64) -> String {
    let (value, unit) = match value.abs() {
        size if size >= 1e6 => (value / 1e6, "M"),
        size if size >= 1e4 => (value / 1e3, "k"),
        _ => (value, ""),
    };
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    format!("{}{unit}", if text == "-0" { "0" } else { text })
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(ticks(&Scale::Linear, (0.0, 1.0)), [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]);
        assert_eq!(ticks(&Scale::Log, (80.0, 1_200.0)), [100.0, 200.0, 500.0, 1_000.0]);
        assert_eq!(ticks(&Scale::Linear, (-3.0, 4.0)), [-2.0, 0.0, 2.0, 4.0]);
        assert_eq!([0.6000000000000001, 1_500_000.0, 20_000.0, -0.0].map(number), ["0.6", "1.5M", "20k", "0"]);
    }

    #[test]
    fn everything_drawn_lies_inside_the_figure() {
        let point = |x, y| Point { x, y, low: y * 0.9, high: y * 1.1 };
        let series = |name: &str| Series { name: name.to_owned(), points: vec![point(1.0, 10.0), point(1_000.0, 2e6)] };
        let panel = |scale: Scale| Panel {
            title: "a < b".to_owned(),
            x: Axis::new("playouts", Scale::Log),
            y: Axis::new("per second", scale),
            reference: Some(0.5),
            series: vec![series("one"), series("two & more")],
        };
        let plot = Plot {
            title: "T".to_owned(),
            panels: vec![panel(Scale::Linear), panel(Scale::Log), panel(Scale::Range(0.0, 1.0))],
        };
        let svg = plot.to_svg();
        assert!(svg.contains("a &lt; b") && svg.contains("two &amp; more") && !svg.contains("NaN"));
        assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
        for part in svg.split("cx=\"").skip(1) {
            let x: f64 = part.split('"').next().unwrap().parse().unwrap();
            assert!((0.0..=PANEL_WIDTH).contains(&x), "{x}");
        }
    }
}
