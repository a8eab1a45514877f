import type { DataReadResult, DataRead } from '@tamis/lang';
import { listKey } from '@tamis/library';
import { TextSet, type TextSetData } from './text-set.js';

/** Which revision of which data list. */
export interface ListRevisionId {
  readonly listId: string;
  /** Of the data list; it decides how values are compared. */
  readonly type: string;
  /** Another content of the list has another number. */
  readonly revision: number;
}

/** A list as threads pass it to one another. */
export interface ListRevisionData extends ListRevisionId {
  readonly set: TextSetData;
}

/** One revision of a data list in shared memory. A change of the list makes another; runs keep the one they began with. */
export class ListRevision {
  readonly items: TextSet;

  constructor(readonly data: ListRevisionData) {
    this.items = new TextSet(data.set);
  }

  /** Of list and revision. */
  get key(): string {
    return `${this.data.listId}@${this.data.revision}`;
  }

  /** Undefined when the list cannot tell: the read is of something else, or of an address, which a block of the list may hold. */
  lookUp(read: DataRead): DataReadResult | undefined {
    if (read.kind !== 'listed' || read.isAddress || read.listId !== this.data.listId) return undefined;
    const key = listKey(this.data.type, read.value);
    return { value: key !== '' && this.items.has(key) };
  }
}
