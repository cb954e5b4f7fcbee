//! Time on the processor, which a busy machine disturbs less than the time on the wall.

use std::fs;

/// CPU time of this process so far, from the scheduler's count of nanoseconds.
pub fn cpu_seconds() -> f64 {
    let statistics = fs::read_to_string("/proc/self/schedstat").expect("this example needs Linux");
    let nanoseconds = statistics.split(' ').next().and_then(|n| n.parse::<f64>().ok());
    nanoseconds.expect("the first number is the time on the processor") / 1e9
}
