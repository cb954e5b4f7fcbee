// The worker that thinks. While it does, it hears nothing: the games' worker raises its flag or ends it.

import { program, Refusal } from "./wasm.js";

/** @type {ReturnType<typeof program>} */
let engine;

onmessage = ({ data }) => {
  if (data.module) {
    engine = program(data.module, { ...data, post: (head, body) => postMessage({ head: JSON.parse(head), body }) });
    return;
  }
  const { job, order } = data;
  try {
    engine.receive({ kind: "order", job }, order);
  } catch (error) {
    // What is left of the program cannot be trusted: the games' worker starts another.
    const name = error instanceof Refusal ? "failed" : "ended";
    postMessage({ head: { kind: "news", job, name }, body: error instanceof Refusal ? JSON.stringify(error.said) : "", broken: true });
  }
};
