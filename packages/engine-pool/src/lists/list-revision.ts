import type { DataAnswer, DataRead } from '@tamis/lang';
import { listKey } from '@tamis/library';
import { TextSet, type TextSetParts } from './text-set.js';

/** Which revision of which data list. */
export interface ListRevisionName {
  readonly listId: string;
  /** Of the data list; it decides how values are compared. */
  readonly type: string;
  /** Another content of the list has another number. */
  readonly revision: number;
}

/** A list as threads pass it to one another. */
export interface ListRevisionParts extends ListRevisionName {
  readonly set: TextSetParts;
}

/** One revision of a data list in shared memory. A change of the list makes another; runs keep the one they began with. */
export class ListRevision {
  readonly items: TextSet;

  constructor(readonly parts: ListRevisionParts) {
    this.items = new TextSet(parts.set);
  }

  /** Of list and revision. */
  get key(): string {
    return `${this.parts.listId}@${this.parts.revision}`;
  }

  /** Undefined when the list cannot tell: the read is of something else, or of an address, which a block of the list may hold. */
  answer(read: DataRead): DataAnswer | undefined {
    if (read.kind !== 'listed' || read.isAddress || read.listId !== this.parts.listId) return undefined;
    const key = listKey(this.parts.type, read.value);
    return { value: key !== '' && this.items.has(key) };
  }
}
