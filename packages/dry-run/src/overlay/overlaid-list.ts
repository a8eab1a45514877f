import type { ListChange } from '../events/replay-event.js';

interface RecordedItem {
  readonly value: string;
  /** A recorded one of a rule, which no side sees. */
  readonly hidden: boolean;
}

/** One list as a side sees it: what people put in, and what its own rules add. */
export class OverlaidList {
  private readonly recorded = new Map<string, RecordedItem>();
  /** Value -> id of the item that a rule of the side added. */
  private readonly added = new Map<string, string>();

  /** Of a recorded change, what the side sees. Who takes out a value takes it out whoever put it in. */
  applyRecordedChange(change: ListChange, isHidden: boolean): ListChange {
    const { add = [], remove = [] } = change;
    const gone = remove.flatMap((id) => {
      const item = this.recorded.get(id);
      const own = item && this.added.get(item.value);
      this.recorded.delete(id);
      if (!item || own === undefined) return [];
      this.added.delete(item.value);
      return [own];
    });
    for (const { id, primaryValue: value } of add)
      if (!isHidden || this.recorded.get(id)?.hidden !== false) this.recorded.set(id, { value, hidden: isHidden });
    return { ...change, add: isHidden ? [] : add, remove: [...remove, ...gone] };
  }

  /** Whether a rule of the side adds the value: not where it is already. */
  add(value: string, id: string): boolean {
    if (this.added.has(value)) return false;
    for (const item of this.recorded.values()) if (item.value === value && !item.hidden) return false;
    this.added.set(value, id);
    return true;
  }
}
