import type { SourcePosition, SourceRange } from '../ast/syntax-node.js';

/** Converts offsets of a text to lines and characters. */
export class LineMap {
  readonly #starts: readonly number[];
  /** Line of the last result, since most lookups concern the same line. */
  #line = 0;

  constructor(text: string) {
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#starts = starts;
  }

  position(offset: number): SourcePosition {
    const line = this.#line;
    const start = this.#starts[line] ?? 0;
    if (offset >= start && offset < (this.#starts[line + 1] ?? Infinity)) return { line, character: offset - start };
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    this.#line = low;
    return { line: low, character: offset - (this.#starts[low] ?? 0) };
  }

  range(start: number, end: number): SourceRange {
    return { start: this.position(start), end: this.position(end) };
  }
}
