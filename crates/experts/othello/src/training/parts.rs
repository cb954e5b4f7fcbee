//! Parts of shapes, which many contents have in common.
//!
//! While weights are fitted every six squares in a row of a larger shape's list have weights of their own. The linear map here
//! adds them to the weights of the contents they occur in, so that the evaluation itself knows nothing of parts.

use quadrille_othello::patterns::Layout;

/// Squares of a part.
const SQUARES: u32 = 6;
const CONTENTS: usize = 3_usize.pow(SQUARES);

/// One part of one shape.
struct Part {
    /// The weights of the shape.
    first: usize,
    end: usize,
    /// A power of three.
    divisor: u32,
}

impl Part {
    /// The contents of the part in these contents of the shape. (Half as wide numbers divide much faster.)
    const fn contents(&self, index: usize) -> usize {
        (index as u32 / self.divisor % CONTENTS as u32) as usize
    }
}

/// All parts of all shapes. Their weights stand behind the whole ones.
pub(super) struct Parts<'a> {
    parts: Vec<Part>,
    /// For each weight of a shape the one that stands for it and its mirror image.
    canonical: &'a [u32],
}

impl<'a> Parts<'a> {
    pub(super) fn of(layout: &'a Layout) -> Self {
        let ends = layout.groups.iter().skip(1).map(|group| group.first_weight).chain([layout.weights]);
        let mut parts = Vec::new();
        for (first, end) in layout.groups.iter().map(|group| group.first_weight).zip(ends) {
            let divisors = std::iter::successors(Some(1), |divisor| Some(divisor * 3));
            let inside = divisors.take_while(|&divisor| CONTENTS * divisor as usize <= end - first);
            let own = inside.map(|divisor| Part { first, end, divisor });
            if end - first > CONTENTS {
                parts.extend(own);
            }
        }
        Self { parts, canonical: &layout.canonical }
    }

    /// The whole weights with those of their parts added.
    pub(super) fn spread(&self, fitted: &[f32]) -> Vec<f32> {
        let (whole, behind) = fitted.split_at(fitted.len() - self.parts.len() * CONTENTS);
        let mut whole = whole.to_vec();
        for (part, weights) in self.parts.iter().zip(behind.chunks_exact(CONTENTS)) {
            for (index, &canonical) in self.canonical[part.first..part.end].iter().enumerate() {
                whole[canonical as usize] += weights[part.contents(index)];
            }
        }
        whole
    }

    /// The same the other way round (the transposed map): what each whole weight gathered, and each part.
    pub(super) fn gathered(&self, mut whole: Vec<f32>) -> Vec<f32> {
        let size = whole.len();
        whole.resize(size + self.parts.len() * CONTENTS, 0.0);
        let (whole_sums, behind) = whole.split_at_mut(size);
        for (part, sums) in self.parts.iter().zip(behind.chunks_exact_mut(CONTENTS)) {
            for (index, &canonical) in self.canonical[part.first..part.end].iter().enumerate() {
                sums[part.contents(index)] += whole_sums[canonical as usize];
            }
        }
        whole
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;
    use quadrille_othello::patterns::Weights;

    #[test]
    fn both_maps_are_each_other_transposed() {
        let layout = Weights::zero().layout;
        let parts = Parts::of(layout);
        let mut rng = Rng::new(9);
        let mut random = |size: usize| -> Vec<f32> { (0..size).map(|_| rng.unit() as f32 - 0.5).collect() };
        let fitted = random(layout.weights + parts.parts.len() * CONTENTS);
        let whole = random(layout.weights);
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(a * b)).sum::<f64>();
        let (left, right) = (dot(&parts.spread(&fitted), &whole), dot(&fitted, &parts.gathered(whole.clone())));
        assert!((left - right).abs() < 1e-2, "{left} {right}");
        assert!(left.abs() > 1.0);
    }

    #[test]
    fn shapes_of_more_than_six_squares_have_parts() {
        // Of ten squares five, of nine four, of eight three, of seven two.
        let layout = Weights::zero().layout;
        assert_eq!(Parts::of(layout).parts.len(), 6 * 5 + 3 * 4 + 2 * 3 + 2);
    }
}
