import type { WindowBounds } from '@tamis/lang';
import type { GrowableFloat64Array } from './growable-arrays.js';
import { fewRecords, type LinkedSlots } from './linked-slots.js';
import { lacksKey } from './stream-ids.js';

/**
 * What an evaluation finds for the keys of its subject, determined once for all its aggregates: slots and times, if there are few records.
 */
export class SubjectSlots {
  stream = lacksKey;
  /**
   * Slots of a stream with few records, newest first, without `except`; those from `first` up to but excluding `end` are within the bounds
   * requested last.
   */
  readonly slots = new Int32Array(fewRecords);
  first = 0;
  end = 0;
  private readonly slotTimes = new Float64Array(fewRecords);
  private walked = 0;
  /** Place of the first record that was not visited yet; -1 if there is none. */
  private next = -1;
  /** Slot of the stored version of the subject, which is excluded; -1 if there is none. */
  except = -1;
  private known: boolean | null = null;
  private context: object = {};

  constructor(
    private readonly linked: LinkedSlots,
    private readonly times: GrowableFloat64Array,
  ) {}

  begin(context: object, except: number): void {
    const { linked } = this;
    this.context = context;
    this.except = except;
    this.known = null;
    this.walked = 0;
    this.stream = linked.streamFor(context);
    this.next = this.stream === lacksKey ? -1 : linked.newestIn(this.stream);
  }

  /** Whether the subject is linked to itself. */
  get isOwn(): boolean {
    return (this.known ??= this.linked.isOwn(this.context));
  }

  /** Finds `first` and `end` in a stream with few records. */
  seek({ from, fromInclusive, to, toInclusive }: WindowBounds): void {
    const { slotTimes } = this;
    let first = 0;
    while (this.walkTo(first)) {
      const time = slotTimes[first] as number;
      if (time < to || (time === to && toInclusive)) break;
      first += 1;
    }
    let end = first;
    while (this.walkTo(end)) {
      const time = slotTimes[end] as number;
      if (from !== null && (time < from || (time === from && !fromInclusive))) break;
      end += 1;
    }
    this.first = first;
    this.end = end;
  }

  /** Visits records up to an index in the list. */
  private walkTo(at: number): boolean {
    while (at >= this.walked) {
      if (this.next < 0) return false;
      const slot = this.linked.slotAt(this.next);
      this.next = this.linked.olderThan(this.next);
      if (slot === this.except) continue;
      this.slots[this.walked] = slot;
      this.slotTimes[this.walked] = this.times.at(slot);
      this.walked += 1;
    }
    return true;
  }
}
