import type { DataAnswer, DataList, DataRead, DataTables, ListItem } from '@tamis/lang';
import { answerFrom } from '@tamis/library';
import { canonicalJson, type JsonValue } from '@tamis/stdx';
import type { ListChange } from '../events/replay-event.js';

type ListRead = Extract<DataRead, { readonly listId: string } | { readonly listType: string }>;

interface ReplayedList {
  readonly type: string;
  readonly items: Map<string, ListItem>;
  /** Made again after a change. */
  asTable: DataList | null;
  readonly answers: Map<string, DataAnswer>;
}

/** Answers kept of one list: people ask for the same customers again and again. */
const maxAnswers = 100_000;

export const isListRead = (read: DataRead): read is ListRead => 'listId' in read || 'listType' in read;

/** Lists as of the event under way. A list that no table and no change names is not available, as for live runs. */
export class ReplayedLists {
  private readonly lists = new Map<string, ReplayedList>();

  constructor(atStart: DataTables['lists'] = {}) {
    for (const [listId, { type, items }] of Object.entries(atStart))
      this.change({ kind: 'list', listId, type, add: items });
  }

  change({ listId, type, add = [], remove = [] }: ListChange): void {
    const list = this.lists.get(listId) ?? { type, items: new Map(), asTable: null, answers: new Map() };
    for (const id of remove) list.items.delete(id);
    for (const item of add) list.items.set(item.id, item);
    list.asTable = null;
    list.answers.clear();
    this.lists.set(listId, list);
  }

  answer(read: ListRead, now: number): DataAnswer | undefined {
    if ('listType' in read) {
      const named = [...this.lists.keys()].map((listId) => [listId, this.table(listId)] as const);
      return answerFrom({ lists: Object.fromEntries(named) as DataTables['lists'] & object }, now)(read);
    }
    const list = this.lists.get(read.listId);
    if (!list) return answerFrom({}, now)(read);
    const key = canonicalJson(read as JsonValue);
    const known = list.answers.get(key);
    if (known) return known;
    const found = answerFrom({ lists: { [read.listId]: this.table(read.listId) as DataList } }, now)(read);
    if (list.answers.size >= maxAnswers) list.answers.clear();
    list.answers.set(key, found);
    return found;
  }

  private table(listId: string): DataList | null {
    const list = this.lists.get(listId);
    if (!list) return null;
    return (list.asTable ??= { type: list.type, items: [...list.items.values()] });
  }
}
