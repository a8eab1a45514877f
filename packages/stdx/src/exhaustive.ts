/** The end of a switch over a closed union: compiles only when every case is handled. */
export function exhaustive(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
