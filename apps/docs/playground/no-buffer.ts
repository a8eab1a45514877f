/** The engine allocates memory for summaries, which the page never requests. */
export const Buffer = { alloc: (bytes: number): Uint8Array => new Uint8Array(bytes) };
