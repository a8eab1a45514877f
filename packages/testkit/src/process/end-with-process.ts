/** Where the ends stand: under this name the set-up of jest finds them. */
const place = Symbol.for('tamis.endsWithProcess');

/** What is lent to one test file after the other ends when the process has run the last of them. `name`: twice the same is once. */
export function endWithProcess(name: string, end: () => Promise<unknown>): void {
  const ends = ((globalThis as Record<symbol, unknown>)[place] ??= new Map()) as Map<string, () => Promise<unknown>>;
  ends.set(name, end);
}
