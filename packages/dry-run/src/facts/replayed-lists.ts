import type { DataReadResult, DataList, DataRead, DataTables, ListItem } from '@tamis/lang';
import { lookUpInTables } from '@tamis/library';
import type { ListChange } from '../events/replay-event.js';
import { ReplayedList } from './replayed-list.js';

type ListRead = Extract<DataRead, { readonly listId: string } | { readonly listType: string }>;

export const isListRead = (read: DataRead): read is ListRead => 'listId' in read || 'listType' in read;

const candidateItems = (list: ReplayedList, read: ListRead): readonly ListItem[] =>
  'value' in read ? list.candidatesFor(read) : list.getItems();

/** Lists as of the event under way. A list that no table and no change names is not available, as for live runs. */
export class ReplayedLists {
  private readonly lists = new Map<string, ReplayedList>();
  /** By type, the ids of its lists. */
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

  /** Of a large list only the items that may stand for the value are looked at. */
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
