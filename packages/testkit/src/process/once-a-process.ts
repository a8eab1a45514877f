interface Kept {
  readonly made: unknown;
  readonly end: () => Promise<unknown>;
}

/** Under this name the set-up of jest finds what it ends. */
const place = Symbol.for('tamis.onceAProcess');

/**
 * What the test files of a process share, made for the first of them. All else that is not source, tests keep to themselves: the
 * modules of their folders are loaded for each file anew.
 *
 * @param end called when the process has run the last test file
 */
export function onceAProcess<T>(name: string, make: () => T, end: (made: T) => Promise<unknown> = async () => {}): T {
  const all = ((globalThis as Record<symbol, unknown>)[place] ??= new Map()) as Map<string, Kept>;
  if (!all.has(name)) {
    const made = make();
    all.set(name, { made, end: () => end(made) });
  }
  return all.get(name)?.made as T;
}
