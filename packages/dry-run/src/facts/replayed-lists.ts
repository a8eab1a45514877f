import type { DataAnswer, DataList, DataRead, DataTables, ListItem } from '@tamis/lang';
import { answerFrom } from '@tamis/library';
import type { ListChange } from '../events/replay-event.js';
import { ReplayedList } from './replayed-list.js';

type ListRead = Extract<DataRead, { readonly listId: string } | { readonly listType: string }>;

export const isListRead = (read: DataRead): read is ListRead => 'listId' in read || 'listType' in read;

const itemsFor = (list: ReplayedList, read: ListRead): readonly ListItem[] =>
  'value' in read ? list.standingFor(read) : list.all();

/** Lists as of the event under way. A list that no table and no change names is not available, as for live runs. */
export class ReplayedLists {
  private readonly lists = new Map<string, ReplayedList>();
  /** By type, the ids of its lists. */
  private readonly ofType = new Map<string, string[]>();

  constructor(atStart: DataTables['lists'] = {}) {
    for (const [listId, { type, items }] of Object.entries(atStart))
      this.change({ kind: 'list', listId, type, add: items });
  }

  change({ listId, type, add = [], remove = [] }: ListChange): void {
    const list = this.lists.get(listId) ?? this.begun(listId, type);
    for (const id of remove) list.remove(id);
    for (const item of add) list.add(item);
  }

  /** Of a large list only the items that may stand for the value are looked at. */
  answer(read: ListRead, now: number): DataAnswer | undefined {
    const ids = 'listType' in read ? (this.ofType.get(read.listType) ?? []) : [read.listId];
    const lists = ids.flatMap((id): (readonly [string, DataList])[] => {
      const list = this.lists.get(id);
      return list ? [[id, { type: list.type, items: itemsFor(list, read) }]] : [];
    });
    return answerFrom({ lists: Object.fromEntries(lists) }, now)(read);
  }

  private begun(listId: string, type: string): ReplayedList {
    const list = new ReplayedList(type);
    this.lists.set(listId, list);
    this.ofType.set(type, [...(this.ofType.get(type) ?? []), listId]);
    return list;
  }
}
