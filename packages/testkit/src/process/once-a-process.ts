interface Kept {
  readonly made: unknown;
  readonly end: () => Promise<unknown>;
}

/** Key under which the set-up of jest finds the objects to release. */
const place = Symbol.for('tamis.onceAProcess');

/**
 * Returns an object that the test files of a process share, created for the first of them. Everything else outside of the sources is
 * separate per test file, since modules in their folders are loaded again for each file.
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
