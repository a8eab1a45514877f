import type { RuleOutcome } from '../outcome/evaluation-outcome.js';
import type { JsonByteWriter } from './json-byte-writer.js';
import type { ItemWriter } from './item-writer.js';
import type { PreparedItems } from './prepared-items.js';

/** From this many bytes on, a separate part costs less than a copy. */
const minShared = 4_096;

/** Writes rules that did not hit: ranges of adjacent rules, and unknown ones in their positions. */
export class NoHitWriter {
  private first = -1;
  private last = -1;
  private isEmpty = true;

  constructor(
    private readonly items: PreparedItems,
    private readonly bytes: JsonByteWriter,
    private readonly writer: ItemWriter,
  ) {}

  /** Adds evaluated rules from position `from` up to but excluding `to`, none of which hit or is unknown. */
  addMisses(evaluated: readonly number[], from: number, to: number): void {
    if (from >= to) return;
    const first = evaluated[from] as number;
    const last = evaluated[to - 1] as number;
    if (last - first === to - 1 - from) this.writeRange(first, last);
    else
      for (let place = from; place < to; place++)
        this.writeRange(evaluated[place] as number, evaluated[place] as number);
  }

  addUnknown(rule: RuleOutcome): void {
    this.flush();
    this.writer.writeOutcome(rule, this.isEmpty);
    this.isEmpty = false;
  }

  flush(): void {
    if (this.first < 0) return;
    const { starts, ends } = this.items;
    // Every item is preceded by a comma.
    const from = (starts[this.first] as number) - (this.isEmpty ? 0 : 1);
    const to = ends[this.last] as number;
    if (to - from < minShared) this.bytes.prepared(from, to);
    else this.bytes.shared(from, to);
    this.isEmpty = false;
    this.first = -1;
  }

  private writeRange(first: number, last: number): void {
    if (this.first >= 0 && first !== this.last + 1) this.flush();
    if (this.first < 0) this.first = first;
    this.last = last;
  }
}
