//! The processor's features, and those this build requires.
//!
//! A release selects among its builds by [`Level`], and the program reports the level it was built for.

use std::fmt;

/// The levels of x86-64 that releases are built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Any x86-64, or another architecture.
    Baseline,
    /// AVX2, BMI2 and FMA: Haswell (2013), Zen (2017) and later.
    V3,
    /// AVX-512 with F, BW, CD, DQ and VL: Skylake-X (2017), Zen 4 (2022) and later.
    V4,
}

impl Level {
    /// All levels, the highest first.
    pub const ALL: [Self; 3] = [Self::V4, Self::V3, Self::Baseline];

    /// The name that compilers know it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Baseline => "x86-64",
            Self::V3 => "x86-64-v3",
            Self::V4 => "x86-64-v4",
        }
    }

    /// The highest level of this processor.
    pub fn of_this_processor() -> Self {
        Self::highest(|feature| (feature.present)())
    }

    /// The highest level whose instructions this build may use anywhere.
    pub fn of_this_build() -> Self {
        Self::highest(|feature| feature.compiled)
    }

    /// The highest level all of whose features pass; the lowest on other architectures, which have none.
    fn highest(passes: impl Fn(&Feature) -> bool) -> Self {
        let complete = |level: &Self| FEATURES.iter().filter(|feature| feature.level <= *level).all(&passes);
        Self::ALL.into_iter().filter(|_| !FEATURES.is_empty()).find(complete).unwrap_or(Self::Baseline)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The features among those of the levels that this processor has.
pub fn present() -> Vec<&'static str> {
    FEATURES.iter().filter(|feature| (feature.present)()).map(|feature| feature.name).collect()
}

struct Feature {
    name: &'static str,
    level: Level,
    compiled: bool,
    present: fn() -> bool,
}

#[cfg(not(target_arch = "x86_64"))]
const FEATURES: [Feature; 0] = [];

#[cfg(target_arch = "x86_64")]
macro_rules! features {
    ($($level:ident: [$($name:tt)*];)*) => {
        // Features that the build requires count as present: the program checks them at start.
        [$($(Feature {
            name: $name,
            level: Level::$level,
            compiled: cfg!(target_feature = $name),
            present: || is_x86_feature_detected!($name),
        },)*)*]
    };
}

#[cfg(target_arch = "x86_64")]
const FEATURES: [Feature; 13] = features! {
    V3: ["sse4.2" "popcnt" "fma" "avx" "avx2" "bmi1" "bmi2" "lzcnt"];
    V4: ["avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl"];
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_that_runs_the_tests_has_what_they_need() {
        assert!(Level::of_this_build() <= Level::of_this_processor());
    }

    #[test]
    fn a_level_is_complete_or_not_reached() {
        let without = |name: &str| Level::highest(|feature| feature.name != name);
        let all = if cfg!(target_arch = "x86_64") { Level::V4 } else { Level::Baseline };
        assert_eq!(Level::highest(|_| true), all);
        assert_eq!(Level::highest(|_| false), Level::Baseline);
        assert_eq!(without("bmi2"), Level::Baseline);
        assert_eq!(without("avx512vl"), all.min(Level::V3));
    }
}
