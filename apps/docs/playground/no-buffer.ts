/** The engine holds room for bytes of summaries, which the page never asks for. */
export const Buffer = { alloc: (bytes: number): Uint8Array => new Uint8Array(bytes) };
