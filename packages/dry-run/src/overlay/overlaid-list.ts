import type { ListChange } from '../events/replay-event.js';

interface RecordedItem {
  readonly value: string;
  /** Whether the item was recorded for a rule, so that no side sees it. */
  readonly hidden: boolean;
}

/** One list as a side sees it: the items that people added, and those that its own rules add. */
export class OverlaidList {
  private readonly recorded = new Map<string, RecordedItem>();
  /** The id of the item that a rule of the side added, by value. */
  private readonly added = new Map<string, string>();

  /** Returns the part of a recorded change that the side sees. Removing a value removes it regardless of who added it. */
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

  /** Adds a value for a rule of the side, and returns `false` if it is already in the list. */
  add(value: string, id: string): boolean {
    if (this.added.has(value)) return false;
    for (const item of this.recorded.values()) if (item.value === value && !item.hidden) return false;
    this.added.set(value, id);
    return true;
  }
}
