import { Injectable } from '@nestjs/common';
import { TenantDatabase, type Queryable } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import type { ItemSeverity, ListType } from '../domain/list-enumerations.js';
import { itemKeys, lookupKeys } from '../domain/list-keys.js';
import { findActiveLists } from '../persistence/data-list-repository.js';
import { findLiveItems, type KeyLookup, type KeyMatch } from '../persistence/list-search.js';
import { keyProbes } from '../domain/list-probe.js';
import { findMemberships, findSharedMemberships } from '../persistence/list-membership.js';
import { findActiveSharedLists, findSharedList } from '../persistence/visible-lists.js';

/** Returns those values that are currently on a list, as rules would find them. This is not counted as a rule look-up. */
export async function findListedValues(
  client: Queryable,
  organizationId: string,
  listId: string,
  values: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const probes = keyProbes(values.map((value) => ({ listId, value })));
  const rows = await findMemberships(client, organizationId, probes, now);
  return new Set(values.filter((_, place) => rows.some((row) => row.place === place && row.listed)));
}

/** A value and where to look for it: on one list, on all lists of a type, or on one list if it is of that type. */
export interface ValueCheck {
  readonly type?: ListType | undefined;
  readonly listId?: string | undefined;
  readonly value: string;
}

export interface ValueMatch {
  readonly listId: string;
  readonly listName: string;
  /** `null`, like all of the following, if the list belongs to the parent, whose items may not be read here. */
  readonly itemId: string | null;
  readonly primaryValue: string | null;
  readonly matchedOn: 'primaryValue' | 'searchKey' | null;
  readonly riskScore: number | null;
  readonly severity: ItemSeverity | null;
  readonly category: string | null;
}

export interface CheckedValues {
  /** Matches of each check, in order. */
  readonly matches: readonly (readonly ValueMatch[])[];
  /** Index of the first check that names a list which does not exist or is not active; `null` if there is none. */
  readonly absent: number | null;
}

type CheckedList = Awaited<ReturnType<typeof findActiveLists>>[number];

/** A key that a value may have on a list; `place` is the index of its check. */
type CheckedKey = KeyLookup & { readonly list: CheckedList };

@Injectable()
export class CheckValues {
  constructor(private readonly database: TenantDatabase) {}

  /**
   * Finds active, unexpired items on active lists, own ones and enabled ones of the parent, as rules would find them. Throws 403
   * `SHARED_RESOURCE_NOT_ENABLED` for a list of the parent that is not enabled.
   */
  async check(organizationId: string, checks: readonly ValueCheck[], now: Date): Promise<CheckedValues> {
    const client = this.database.forOrganization(organizationId);
    const asked = {
      types: checks.flatMap(({ type }) => type ?? []),
      listIds: checks.flatMap(({ listId }) => listId ?? []),
    };
    const own = await findActiveLists(client, organizationId, asked);
    const shared = await findActiveSharedLists(client, organizationId, asked);
    const known = new Set([...own, ...shared].map(({ id }) => id));
    const absent = checks.findIndex(({ listId }) => listId !== undefined && !known.has(listId));
    if (absent >= 0) await assertNotSwitchedOff(client, organizationId, checks[absent]!.listId!);
    const found = await findOwnMatches(client, organizationId, keysOf(checks, own), now);
    const lent = await findSharedMatches(client, keysOf(checks, shared), now);
    const matches = checks.map((_, place) => [
      ...matchesOf(
        own,
        found.filter((match) => match.place === place),
      ),
      ...lent.filter((match) => match.place === place).map(({ list }) => sharedMatch(list)),
    ]);
    return { matches, absent: absent < 0 ? null : absent };
  }
}

const keysOf = (checks: readonly ValueCheck[], lists: readonly CheckedList[]): readonly CheckedKey[] =>
  checks.flatMap((check, place) =>
    lists
      .filter((list) => isRequested(check, list))
      .flatMap((list) => lookupKeys(list.type, check.value).map((key) => ({ place, listId: list.id, list, key }))),
  );

const findOwnMatches = async (
  client: Queryable,
  organizationId: string,
  keys: readonly CheckedKey[],
  now: Date,
): Promise<readonly KeyMatch[]> => (keys.length === 0 ? [] : await findLiveItems(client, organizationId, keys, now));

/** Returns one match for each check and list, in the order of the lists. */
async function findSharedMatches(
  client: Queryable,
  keys: readonly CheckedKey[],
  now: Date,
): Promise<readonly CheckedKey[]> {
  if (keys.length === 0) return [];
  const probes = keys.map(({ place, listId, key }) => ({ place, listId, key, addressListsOnly: false }));
  const rows = await findSharedMemberships(client, probes, now);
  const listed = new Set(rows.filter((row) => row.listed).map(({ place, listId }) => `${place} ${listId}`));
  return keys.filter(({ place, listId }) => listed.delete(`${place} ${listId}`));
}

/** For a list of the parent, nothing is known except whether the value is on it. */
const sharedMatch = ({ id, name }: CheckedList): ValueMatch => ({
  ...{ listId: id, listName: name, itemId: null, primaryValue: null, matchedOn: null },
  ...{ riskScore: null, severity: null, category: null },
});

async function assertNotSwitchedOff(client: Queryable, organizationId: string, listId: string): Promise<void> {
  const shared = await findSharedList(client, organizationId, listId);
  if (shared?.sharedEnabled === false)
    throw new ApiError('SHARED_RESOURCE_NOT_ENABLED', `${shared.name} of the parent organization is not enabled`);
}

const isRequested = ({ type, listId }: ValueCheck, list: CheckedList): boolean =>
  (type === undefined || type === list.type) && (listId === undefined || listId === list.id);

/** Returns one match for each item, in the order of the lists. */
function matchesOf(lists: readonly CheckedList[], found: readonly KeyMatch[]): readonly ValueMatch[] {
  return lists.flatMap(({ id, name, type }) => {
    const byItem = new Map<string, ValueMatch>();
    for (const match of found.filter(({ listId }) => listId === id)) {
      const isPrimary = itemKeys(type, [match.primaryValue]).includes(match.key);
      if (byItem.has(match.id) && !isPrimary) continue;
      byItem.set(match.id, {
        listId: id,
        listName: name,
        itemId: match.id,
        primaryValue: match.primaryValue,
        matchedOn: isPrimary ? 'primaryValue' : 'searchKey',
        riskScore: match.riskScore,
        severity: match.severity,
        category: match.category,
      });
    }
    return [...byItem.values()];
  });
}
