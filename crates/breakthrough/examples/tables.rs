//! probe
use quadrille_breakthrough::solver::{lanes::*, layout::Layout, table::Table, sides::*};
use quadrille_breakthrough::{Position, Rules};
use quadrille_core::Game;
use std::sync::atomic::AtomicBool;

fn cpu() -> f64 { std::fs::read_to_string("/proc/self/schedstat").unwrap().split_whitespace().next().unwrap().parse::<f64>().unwrap() / 1e9 }

fn run<L: Lanes>(rows: u32, columns: u32) {
    let t = cpu();
    let layout = Layout::new(rows, columns, 2 * columns);
    let words = layout.words;
    let table = Table::<L>::build(layout, 1, &AtomicBool::new(false), &mut |_| ()).unwrap();
    let s = Sides::of(&Position::start(&Rules::new(rows as u8, columns as u8).unwrap()));
    let v = table.quiet_value(s);
    println!("{rows}x{columns}: {words} words value {v:?} {:.2} s census {:?}", cpu() - t, table.census());
}

fn main() {
    let a: String = std::env::args().nth(1).unwrap_or_default();
    if a != "bytes" {
    run::<WinLanes<u32,5>>(5, 5);
    run::<WinLanes<u16,4>>(6, 4); }
    if a != "bits" {
    run::<PlyLanes<32>>(5, 5);
    run::<PlyLanes<16>>(6, 4); }
}
