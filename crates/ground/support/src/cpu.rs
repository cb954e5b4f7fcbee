//! What the processor can do, and what this build expects of it.
//!
//! [`Level`] is how a release chooses among the builds it carries, and how the program says what it was built for.

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
        let has =
            |level: &Self| FEATURES.iter().filter(|feature| feature.level <= *level).all(|feature| (feature.present)());
        Self::ALL.into_iter().find(has).unwrap_or(Self::Baseline)
    }

    /// The highest level whose instructions this build may use anywhere.
    pub fn of_this_build() -> Self {
        let uses =
            |level: &Self| FEATURES.iter().filter(|feature| feature.level <= *level).all(|feature| feature.compiled);
        Self::ALL.into_iter().find(|level| *level != Self::Baseline && uses(level)).unwrap_or(Self::Baseline)
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
macro_rules! feature {
    ($name:tt, $level:ident, $table:ident, $has:ident) => {
        Feature {
            name: $name,
            level: Level::$level,
            compiled: cfg!(target_feature = $name),
            present: || cpuid().$table().is_some_and(|table| table.$has()),
        }
    };
}

// Asked of the processor: `is_x86_feature_detected!` answers for the build where the build takes a feature for granted.
#[cfg(target_arch = "x86_64")]
const FEATURES: [Feature; 13] = [
    feature!("sse4.2", V3, get_feature_info, has_sse42),
    feature!("popcnt", V3, get_feature_info, has_popcnt),
    feature!("fma", V3, get_feature_info, has_fma),
    feature!("avx", V3, get_feature_info, has_avx),
    feature!("avx2", V3, get_extended_feature_info, has_avx2),
    feature!("bmi1", V3, get_extended_feature_info, has_bmi1),
    feature!("bmi2", V3, get_extended_feature_info, has_bmi2),
    feature!("lzcnt", V3, get_extended_processor_and_feature_identifiers, has_lzcnt),
    feature!("avx512f", V4, get_extended_feature_info, has_avx512f),
    feature!("avx512bw", V4, get_extended_feature_info, has_avx512bw),
    feature!("avx512cd", V4, get_extended_feature_info, has_avx512cd),
    feature!("avx512dq", V4, get_extended_feature_info, has_avx512dq),
    feature!("avx512vl", V4, get_extended_feature_info, has_avx512vl),
];

#[cfg(target_arch = "x86_64")]
fn cpuid() -> raw_cpuid::CpuId<raw_cpuid::CpuIdReaderNative> {
    raw_cpuid::CpuId::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_that_runs_the_tests_has_what_they_need() {
        assert!(Level::of_this_build() <= Level::of_this_processor());
    }

    /// The standard library's detection is another way to the same answer.
    #[cfg(target_arch = "x86_64")]
    #[test]
    fn the_standard_library_agrees() {
        assert_eq!(present().contains(&"avx2"), is_x86_feature_detected!("avx2"));
        assert_eq!(present().contains(&"bmi2"), is_x86_feature_detected!("bmi2"));
        assert_eq!(present().contains(&"avx512vl"), is_x86_feature_detected!("avx512vl"));
    }
}
