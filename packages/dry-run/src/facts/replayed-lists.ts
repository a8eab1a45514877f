import type { DataReadResult, DataList, DataRead, DataTables, ListItem } from '@tamis/lang';
import { lookUpInTables } from '@tamis/library';
import type { ListChange } from '../events/replay-event.js';
import { ReplayedList } from './replayed-list.js';

type ListRead = Extract<DataRead, { readonly listId: string } | { readonly listType: string }>;

export const isListRead = (read: DataRead): read is ListRead => 'listId' in read || 'listType' in read;

const candidateItems = (list: ReplayedList, read: ListRead): readonly ListItem[] =>
  'value' in read ? list.candidatesFor(read) : list.getItems();

/** The lists as of the current event. A list that no table and no change names is not available, as in live evaluations. */
export class ReplayedLists {
  private readonly lists = new Map<string, ReplayedList>();
  /** The ids of lists by type. */
  private readonly idsByType = new Map<string, string[]>();

  constructor(atStart: DataTables['lists'] = {}) {
    for (const [listId, { type, items }] of Object.entries(atStart))
      this.applyChange({ kind: 'list', listId, type, add: items });
  }

  applyChange({ listId, type, add = [], remove = [] }: ListChange): void {
    const list = this.lists.get(listId) ?? this.createList(listId, type);
    for (const id of remove) list.remove(id);
    for (const item of add) list.add(item);
  }

  /** Checks only the items of a large list that can represent the value. */
  lookUp(read: ListRead, now: number): DataReadResult | undefined {
    const ids = 'listType' in read ? (this.idsByType.get(read.listType) ?? []) : [read.listId];
    const lists = ids.flatMap((id): (readonly [string, DataList])[] => {
      const list = this.lists.get(id);
      return list ? [[id, { type: list.type, items: candidateItems(list, read) }]] : [];
    });
    return lookUpInTables({ lists: Object.fromEntries(lists) }, now)(read);
  }

  private createList(listId: string, type: string): ReplayedList {
    const list = new ReplayedList(type);
    this.lists.set(listId, list);
    this.idsByType.set(type, [...(this.idsByType.get(type) ?? []), listId]);
    return list;
  }
}
