// What `cargo xtask site` writes beside the scripts of the page without a server.
declare module "*/files.js" {
  export const FILES: import("../../../site/js/wasm.js").Files;
  export const PROGRAM: string;
}
