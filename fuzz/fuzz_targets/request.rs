//! Any bytes as the body of one request of the lab.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rushlab_fuzz::{answers, request};

fuzz_target!(init: { request(); }, |bytes: &[u8]| answers(request(), bytes));
