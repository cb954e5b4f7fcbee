//! The application as WebAssembly: what JavaScript calls. Elsewhere this crate is empty; `cargo xtask site` builds it.
//!
//! One program is two kinds of worker: `start_host` makes it the host, which keeps the games; otherwise it is an engine, which searches.
//! JavaScript writes a message into memory that `alloc` gives it and calls `receive`; answers come through
//! `quadrille_support::page::post`. The other side is `js/wasm.js`; start reading at `js/host.js`.
#![cfg(target_family = "wasm")]
#![expect(unsafe_code, reason = "JavaScript sees memory by address")]

use quadrille_engine::Stop;
use quadrille_support::page;
use quadrille_web::browser::{Engine, FromPage, Host, Inbox, ToPage};
use quadrille_web::runtime;
use std::cell::{OnceCell, RefCell};

thread_local! {
    static HOST: OnceCell<(Host, RefCell<Inbox>)> = const { OnceCell::new() };
    static ENGINE: Engine = Engine::default();
}

/// Memory for a message, which [`receive`] takes over.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// The message that JavaScript has written.
///
/// # Safety
///
/// The memory must come from [`alloc`] with this length, and is given away.
unsafe fn text(pointer: *mut u8, length: usize) -> String {
    // SAFETY: as above.
    let bytes = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(pointer, length)) };
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A program that breaks says why; the page ends its worker.
#[unsafe(no_mangle)]
pub extern "C" fn prepare() {
    std::panic::set_hook(Box::new(|broken| page::post("{\"kind\":\"broken\"}", &broken.to_string())));
}

/// Makes this the worker of the games, with those of the browser's database as JSON. What is returned is as in [`receive`].
///
/// # Safety
///
/// As for [`receive`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn start_host(games: *mut u8, length: usize) -> f64 {
    // SAFETY: as above.
    let games = serde_json::from_str(&unsafe { text(games, length) }).unwrap_or_default();
    match Host::new(games, page::today) {
        Ok((host, inbox)) => HOST.with(|place| _ = place.set((host, RefCell::new(inbox)))),
        Err(refusal) => page::post("{\"kind\":\"broken\"}", &refusal.to_string()),
    }
    tick()
}

/// Takes a message of the page; how many milliseconds later [`tick`] is to be called, negative for never.
///
/// # Safety
///
/// Both parts must come from [`alloc`] with these lengths, and are given away.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn receive(head: *mut u8, head_length: usize, body: *mut u8, body_length: usize) -> f64 {
    // SAFETY: as above.
    let (head, body) = unsafe { (text(head, head_length), text(body, body_length)) };
    let Ok(message) = serde_json::from_str::<FromPage>(&head) else { return tick() };
    if let FromPage::Order { job } = message {
        ENGINE.with(|engine| engine.work(job, &body, &Stop::new(), &mut |message, text| post(&message, &text)));
        return -1.0;
    }
    HOST.with(|place| {
        if let Some((host, _)) = place.get() {
            host.receive(message, body);
        }
    });
    tick()
}

/// Goes on with everything that can go on, and tells the page what came of it.
#[unsafe(no_mangle)]
pub extern "C" fn tick() -> f64 {
    runtime::run();
    HOST.with(|place| {
        let Some((_, inbox)) = place.get() else { return };
        while let Ok((message, text)) = inbox.borrow_mut().try_recv() {
            post(&message, &text);
        }
    });
    runtime::next_timer().map_or(-1.0, |time| time.as_secs_f64() * 1000.0)
}

fn post(message: &ToPage, text: &str) {
    page::post(&serde_json::to_string(message).unwrap_or_default(), text);
}
