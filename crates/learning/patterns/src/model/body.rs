//! A model as the body of a file.
//!
//! The weights of patterns are steps of 1/32 in one byte, which was measured to cost no accuracy.

use super::Model;
use super::features::WEIGHTS;
use super::weights::WeightTable;
use crate::counting::occurrences::Counts;
use crate::counting::{Count, Tables};
use crate::store::coding::{
    LONGEST_NUMBER, Reader, impossible, put_block, put_number, put_rising, take_number, take_rising,
};
use crate::store::{self, Kind};
use crate::words;
use crate::zoom::{CUT_BITS, LARGEST_ZOOM};
use quadrille_core::Refusal;
use quadrille_records::zstd;
use quadrille_support::{file, threads};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Steps of a pattern's weight.
const STEPS: f32 = 32.0;
/// Steps of the other weights.
const FINE_STEPS: f32 = 256.0;
/// How hard the weights are compressed.
const COMPRESSION: i32 = 19;

impl Model {
    /// Writes the model; returns how many bytes. `keys` are those it was made with, `counts` may be left out.
    pub(super) fn save(&self, keys: &[u64], counts: Option<&Counts>, path: &Path) -> Result<u64, Refusal> {
        let body = self.to_body(keys, counts).map_err(|error| file::refusal(path, &error))?;
        store::write(path, Kind::Model, &body)
    }

    fn to_body(&self, keys: &[u64], counts: Option<&Counts>) -> io::Result<Vec<u8>> {
        let mut body = [self.zooms as u32, self.reach as u32].map(u32::to_le_bytes).as_flattened().to_vec();
        put_rising(&mut body, keys, CUT_BITS);
        let patterns: Vec<Option<u32>> = keys.iter().map(|&key| self.patterns.find_cut(key)).collect();
        let coarse = |pattern: &Option<u32>| {
            let weight = pattern.map_or(0.0, |pattern| self.patterns.weight(pattern));
            (weight * STEPS).round().clamp(-127.0, 127.0) as i8 as u8
        };
        let fine = |weight: &f32| (weight * FINE_STEPS).round().clamp(-32767.0, 32767.0) as i16;
        let features = self.features.iter().flat_map(|weight| fine(weight).to_le_bytes()).collect();
        let mut blocks: Vec<Vec<u8>> = vec![patterns.iter().map(coarse).collect(), features];
        if let Some(counts) = counts {
            for part in [|count: Count| count.n, |count: Count| count.v] {
                let mut numbers = Vec::new();
                for pattern in &patterns {
                    put_number(&mut numbers, part(pattern.map_or(Count::default(), |at| counts.get(at as usize))));
                }
                blocks.push(numbers);
            }
        }
        // Side by side: for two million patterns it takes seconds.
        for packed in threads::map(blocks.len(), blocks, |block| zstd::compress(&block, COMPRESSION)) {
            put_block(&mut body, &packed?);
        }
        Ok(body)
    }

    /// A model from the bytes of its file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Refusal> {
        match store::parse(bytes)? {
            (Kind::Model, body) => Self::from_body(body).map(|(model, _)| model),
            (kind, _) => Err(kind.refuse(&words::MODEL)),
        }
    }

    /// The model and the cut keys of its patterns in rising order.
    pub(crate) fn from_body(body: &[u8]) -> Result<(Self, Vec<u64>), Refusal> {
        let mut reader = Reader(body);
        let (zooms, reach) = (reader.u32()? as usize, reader.u32()? as usize);
        if !(1..=LARGEST_ZOOM).contains(&zooms) || reach > LARGEST_ZOOM {
            return Err(impossible(&words::ZOOM));
        }
        let keys = take_rising(&mut reader, CUT_BITS)?;
        let unpack = |block: &[u8], length: usize| {
            let bytes = zstd::decompress(block, length).ok().filter(|bytes| bytes.len() == length);
            bytes.ok_or_else(|| impossible(&words::WEIGHT))
        };
        let weights = unpack(reader.block()?, keys.len())?;
        let features = unpack(reader.block()?, WEIGHTS * 2)?;
        let weights = weights.iter().map(|&byte| f32::from(byte as i8) / STEPS);
        let patterns = WeightTable::new(keys.len(), keys.iter().copied().zip(weights))?;
        let (pairs, _) = features.as_chunks::<2>();
        let features = pairs.iter().map(|&pair| f32::from(i16::from_le_bytes(pair)) / FINE_STEPS).collect();
        let tables = if reader.0.is_empty() { None } else { Some(Arc::new(tables(zooms, &keys, &mut reader)?)) };
        Ok((Self::new((zooms, reach), patterns, features, tables), keys))
    }
}

/// The counts at the end of a model's file, of those patterns that have any: responses are not counted.
fn tables(zooms: usize, keys: &[u64], reader: &mut Reader<'_>) -> Result<Tables, Refusal> {
    let mut numbers = || {
        let bytes = zstd::decompress(reader.block()?, keys.len() * LONGEST_NUMBER);
        let bytes = bytes.map_err(|_| impossible(&words::COUNT))?;
        let mut rest = &bytes[..];
        keys.iter().map(|_| take_number(&mut rest)).collect::<Result<Vec<u64>, Refusal>>()
    };
    let counts = numbers()?.into_iter().zip(numbers()?).map(|(n, v)| Count { n, v });
    Ok(Tables::of_model(zooms, keys.iter().copied().zip(counts).filter(|(_, count)| count.n > 0)))
}
