/** Texts by number, in the order of their first use. */
export class Numbered {
  readonly #numbers = new Map<string, number>();

  constructor(first: readonly string[] = []) {
    for (const text of first) this.of(text);
  }

  get size(): number {
    return this.#numbers.size;
  }

  of(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }

  all(): readonly string[] {
    return [...this.#numbers.keys()];
  }
}
