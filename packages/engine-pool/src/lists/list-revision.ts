import type { DataReadResult, DataRead } from '@tamis/lang';
import { listKey } from '@tamis/library';
import { TextSet, type TextSetData } from './text-set.js';

/** Identifies a revision of a data list. */
export interface ListRevisionId {
  readonly listId: string;
  /** Type of the data list, which determines how values are compared. */
  readonly type: string;
  /** Any other content of the list has a different number. */
  readonly revision: number;
}

/** A list in the form in which threads pass it to each other. */
export interface ListRevisionData extends ListRevisionId {
  readonly set: TextSetData;
}

/**
 * One revision of a data list in shared memory. A change of the list creates another revision. Evaluations keep the one they started with.
 */
export class ListRevision {
  readonly items: TextSet;

  constructor(readonly data: ListRevisionData) {
    this.items = new TextSet(data.set);
  }

  /** Key of list and revision. */
  get key(): string {
    return `${this.data.listId}@${this.data.revision}`;
  }

  /**
   * Returns `undefined` if the list has no answer: the read is for something else, or for an address, which a block of the list may
   * contain.
   */
  lookUp(read: DataRead): DataReadResult | undefined {
    if (read.kind !== 'listed' || read.isAddress || read.listId !== this.data.listId) return undefined;
    const key = listKey(this.data.type, read.value);
    return { value: key !== '' && this.items.has(key) };
  }
}
