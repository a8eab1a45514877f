import type { DataReadResult, DataRead, ListItem, ListState } from '@tamis/lang';
import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import type { ListOverride, ListOverrides } from '../domain/list-override.js';
import { keyProbes } from '../domain/list-probe.js';
import {
  findContents,
  findItems,
  findMemberships,
  type ListContent,
  type ListRevisions,
} from '../persistence/list-membership.js';
import { listMatchCounter } from './list-match-counter.js';
import type { AddedBy } from '../domain/list-item.js';
import { normalizeListValue } from '../domain/list-keys.js';
import {
  type AddedItem,
  insertItems,
  isExpired,
  findExistingItems,
  removeItems,
} from '../persistence/list-items-writer.js';
import { type LockedList, lockLists, commitRevision } from '../persistence/list-lock.js';
import { announceItems } from './announce-items.js';

/** A value that a rule or an automation adds to a list. */
export interface RuleAddition {
  readonly listId: string;
  /** Null and empty values are skipped. */
  readonly value: string | null;
  readonly reason?: string | null;
  readonly addedBy: AddedBy & { readonly type: 'rule' | 'automation' };
}

/** `not_allowed`: the list is not an active list of type `custom` of this organization. `too_long`: the value is too long for any list. */
export type AdditionOutcome = 'added' | 'duplicate' | 'empty' | 'too_long' | 'not_allowed';

/** Adds values to lists inside the caller's transaction, and returns the outcome of each, in order. */
export async function appendRuleItems(
  client: Transaction,
  organizationId: string,
  additions: readonly RuleAddition[],
  now: Date,
): Promise<readonly AdditionOutcome[]> {
  if (additions.length === 0) return [];
  const outcomes = additions.map((): AdditionOutcome => 'not_allowed');
  const ids = [...new Set(additions.map(({ listId }) => listId))];
  for (const list of await lockLists(client, organizationId, ids)) {
    if (!isWritable(list)) continue;
    const places = additions.flatMap(({ listId }, place) => (listId === list.id ? [place] : []));
    const change = { organizationId, list, now };
    const values = places.map((place) => normalizedOf(list, additions[place]!));
    const named = values.flatMap((value) => value ?? []);
    const found = [...(await findExistingItems(client, organizationId, list.id, named))];
    const expired = found.flatMap(([, item]) => (isExpired(item, now) ? [item.id] : []));
    if (expired.length > 0) await removeItems(client, change, expired);
    const present = new Set(found.flatMap(([value, item]) => (isExpired(item, now) ? [] : [value])));
    const toAdd = new Map<string, AddedItem>();
    places.forEach((place, index) => {
      const normalized = values[index] ?? null;
      if (normalized === null) outcomes[place] = additions[place]!.value?.trim() ? 'too_long' : 'empty';
      else if (present.has(normalized) || toAdd.has(normalized)) outcomes[place] = 'duplicate';
      else {
        outcomes[place] = 'added';
        toAdd.set(normalized, newItem(additions[place]!, normalized));
      }
    });
    if (toAdd.size === 0) continue;
    const createdIds = await insertItems(client, change, [...toAdd.values()]);
    await announceItems(
      client,
      organizationId,
      await commitRevision(client, change, toAdd.size - expired.length),
      createdIds,
    );
  }
  return outcomes;
}

const isWritable = ({ type, status, isGlobal }: LockedList): boolean =>
  type === 'custom' && status === 'active' && !isGlobal;

const normalizedOf = ({ type }: LockedList, { value }: RuleAddition): string | null =>
  value === null ? null : normalizeListValue(type, value);

const newItem = ({ value, reason, addedBy }: RuleAddition, normalized: string): AddedItem => ({
  item: { primaryValue: value!, reason },
  normalized,
  addedBy,
});

/** List reads of rules. */
export type ListRead = Extract<DataRead, { readonly listId: string } | { readonly listType: string }>;

type ReadOf<K extends ListRead['kind']> = Extract<ListRead, { readonly kind: K }>;

export const isListRead = (read: DataRead): read is ListRead => 'listId' in read || 'listType' in read;

/** The time and revision at which lists are read. */
export interface ListReadOptions {
  /** Time that decides whether items have expired. */
  readonly at: Date;
  /**
   * Revisions by list id, for repeating an evaluation; whether the list is active now does not matter then. If absent, lists are read in
   * their current state.
   */
  readonly revisions?: ListRevisions;
  /** Contents of some lists given for this evaluation; their stored contents are not read. */
  readonly given?: ListOverrides;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const unavailable: DataReadResult = { cause: 'list_unavailable' };

/** Answers the list reads of one evaluation, in order, with one round trip for each kind of read. */
export class ListReader {
  private readonly matched: string[] = [];

  constructor(
    private readonly client: Queryable,
    private readonly organizationId: string,
    private readonly options: ListReadOptions,
  ) {}

  async resolve(reads: readonly ListRead[]): Promise<readonly DataReadResult[]> {
    if (reads.length === 0) return [];
    const startMs = performance.now();
    const answers = new Map<ListRead, DataReadResult>();
    const ofKind = <K extends ListRead['kind']>(...kinds: readonly K[]): readonly ReadOf<K>[] =>
      reads.filter(
        (read): read is ReadOf<K> =>
          (kinds as readonly string[]).includes(read.kind) &&
          (!('listId' in read) || (uuid.test(read.listId) && !this.findOverride(read))),
      );
    await this.resolveMemberships(ofKind('listed', 'listedInType'), answers);
    await this.resolveItems(ofKind('listItem'), answers);
    await this.resolveContents(ofKind('listSize', 'listItems'), answers);
    if (!this.options.revisions) {
      const { organizationId, matched, options: asked } = this;
      const tookMs = performance.now() - startMs;
      listMatchCounter.record({ organizationId, lookups: reads.length, tookMs, matched, at: asked.at });
    }
    return reads.map((read) => this.withOverride(read, answers.get(read) ?? unavailable));
  }

  private findOverride({ listId }: { readonly listId: string }): ListOverride | undefined {
    return this.options.given?.get(listId.toLowerCase());
  }

  /** Returns the result for a list whose content was given, which was not looked up. */
  private withOverride(read: ListRead, stored: DataReadResult): DataReadResult {
    if (read.kind === 'listedInType') {
      const lists = [...(this.options.given?.values() ?? [])].filter(({ type }) => type === read.listType);
      if (lists.length === 0) return stored;
      const isListed = lists.some((list) => list.has(read)) || ('value' in stored && stored.value === true);
      return { ...(stored.lists && { lists: stored.lists }), value: isListed };
    }
    const list = this.findOverride(read);
    if (!list) return stored;
    if (read.kind === 'listed') return { value: list.has(read) };
    if (read.kind === 'listItem') return list.item(read);
    return { value: read.kind === 'listSize' ? list.items.length : list.items };
  }

  private async resolveMemberships(
    reads: readonly ReadOf<'listed' | 'listedInType'>[],
    answers: Map<ListRead, DataReadResult>,
  ): Promise<void> {
    if (reads.length === 0) return;
    const { client, organizationId, options: asked } = this;
    const rows = await findMemberships(client, organizationId, keyProbes(reads), asked.at, asked.revisions);
    reads.forEach((read, place) => {
      const found = rows.filter((row) => row.place === place && this.isAvailable(row) && !this.findOverride(row));
      if (found.length === 0) return;
      const holding = found.filter(({ listed }) => listed);
      this.matched.push(...holding.map(({ listId }) => listId));
      const lists = found.map((row) => this.stateOf(row.listId, row.revision));
      answers.set(read, { value: holding.length > 0, lists });
    });
  }

  private async resolveItems(
    reads: readonly ReadOf<'listItem'>[],
    answers: Map<ListRead, DataReadResult>,
  ): Promise<void> {
    if (reads.length === 0) return;
    const { client, organizationId, options: asked } = this;
    const rows = await findItems(client, organizationId, keyProbes(reads), asked.at, asked.revisions);
    for (const { place, item: json, ...row } of rows) {
      const read = reads[place]!;
      const { listId } = read;
      if (!this.isAvailable({ listId, ...row })) continue;
      const state = this.stateOf(listId, row.revision);
      if (json === null) {
        answers.set(read, { cause: 'missing', lists: [state] });
        continue;
      }
      const item = JSON.parse(json) as ListItem;
      this.matched.push(listId);
      answers.set(read, { value: item, lists: [{ ...state, itemId: item.id }] });
    }
  }

  private async resolveContents(
    reads: readonly ReadOf<'listSize' | 'listItems'>[],
    answers: Map<ListRead, DataReadResult>,
  ): Promise<void> {
    if (reads.length === 0) return;
    const { client, organizationId, options: asked } = this;
    const listIds = [...new Set(reads.map(({ listId }) => listId))];
    // If only the size is requested, no items are read.
    const most = reads.some(({ kind }) => kind === 'listItems') ? limits.listItemsInFacts : -1;
    const sized = new Set(reads.filter(({ kind }) => kind === 'listSize').map(({ listId }) => listId));
    const contents = async (isCounted: boolean): Promise<readonly ListContent[]> => {
      const ids = listIds.filter((id) => sized.has(id) === isCounted);
      const more = { most, isCounted, ...(asked.revisions && { revisions: asked.revisions }) };
      return ids.length === 0 ? [] : findContents(client, organizationId, ids, asked.at, more);
    };
    const rows = (await Promise.all([contents(false), contents(true)])).flat();
    for (const read of reads) {
      const row = rows.find(({ listId }) => listId === read.listId.toLowerCase());
      if (!row || !this.isAvailable(row)) continue;
      const lists = [this.stateOf(row.listId, row.revision)];
      if (read.kind === 'listSize') answers.set(read, { value: row.size, lists });
      else if (row.items === null) answers.set(read, { cause: 'too_many_rows', lists });
      else answers.set(read, { value: JSON.parse(row.items) as readonly ListItem[], lists });
    }
  }

  /** Returns the list and revision that was read. */
  private stateOf(listId: string, newest: number): ListState {
    return { listId, revision: this.options.revisions?.get(listId) ?? newest };
  }

  private isAvailable({
    listId,
    available,
    revision,
  }: {
    readonly listId: string;
    readonly available: boolean;
    readonly revision: number;
  }): boolean {
    const asked = this.options.revisions?.get(listId);
    return asked === undefined ? available : asked <= revision;
  }
}
