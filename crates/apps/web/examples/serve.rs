//! The application alone, for its own browser tests: `cargo run -p quadrille-web --example serve -- [--port N] [--data FOLDER] [--records FILE]`.
//!
//! The product's own command is `quadrille serve`; this one needs nothing but the web crate.

use quadrille_engine::Library;
use quadrille_web::{Options, serve};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut port, mut options) = (0, Options::usual());
    let mut arguments = std::env::args().skip(1).filter(|word| word != "serve");
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
        match name.as_str() {
            "--port" => port = value.parse()?,
            "--data" => options.data = Some(PathBuf::from(value)),
            "--records" => {
                options.library = Some(Library::built_in().with_records(&[PathBuf::from(value)], usize::MAX, 1)?);
            }
            other => return Err(format!("unknown option {other:?}: expected --port, --data or --records").into()),
        }
    }
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    serve(address, options, |address| println!("http://{address}/")).await?;
    Ok(())
}
