/** Numbers that are appended by the million. */
export class GrowingNumbers {
  #numbers = new Uint32Array(1_024);
  length = 0;

  push(number: number): void {
    if (this.length === this.#numbers.length) {
      const larger = new Uint32Array(2 * this.length);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.length] = number;
    this.length += 1;
  }

  /** Returns the appended numbers. Valid until more are appended. */
  view(): Uint32Array<ArrayBuffer> {
    return this.#numbers.subarray(0, this.length);
  }
}

const encoder = new TextEncoder();

/** Concatenated texts, with the start of each. */
export class GrowingTexts {
  #bytes = new Uint8Array(65_536);
  #used = 0;
  readonly #starts = new GrowingNumbers();

  push(text: string): void {
    // A text has at most three bytes per UTF-16 code unit.
    while (this.#bytes.length - this.#used < 3 * text.length) {
      const larger = new Uint8Array(2 * this.#bytes.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#starts.push(this.#used);
    this.#used += encoder.encodeInto(text, this.#bytes.subarray(this.#used)).written;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#used);
  }

  /** Returns one more number than there are texts. */
  starts(): Uint32Array {
    return withEnd(this.#starts.view(), this.#used);
  }
}

export function withEnd(starts: Uint32Array, end: number): Uint32Array {
  const all = new Uint32Array(starts.length + 1);
  all.set(starts);
  all[starts.length] = end;
  return all;
}

/** Groups values with a counting sort. */
export function groupBy(
  keys: Uint32Array,
  values: Uint32Array,
  groups: number,
  groupOf: (key: number) => number,
): { readonly starts: Uint32Array; readonly values: Uint32Array } {
  const starts = new Uint32Array(groups + 1);
  for (let at = 0; at < keys.length; at += 1) {
    const next = groupOf(keys[at]!) + 1;
    starts[next] = starts[next]! + 1;
  }
  for (let group = 0; group < groups; group += 1) starts[group + 1] = starts[group + 1]! + starts[group]!;
  const grouped = new Uint32Array(values.length);
  const next = starts.slice(0, groups);
  for (let at = 0; at < keys.length; at += 1) {
    const group = groupOf(keys[at]!);
    grouped[next[group]!] = values[at]!;
    next[group] = next[group]! + 1;
  }
  return { starts, values: grouped };
}
