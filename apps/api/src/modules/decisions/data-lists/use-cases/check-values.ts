import { Injectable } from '@nestjs/common';
import { TenantDatabase, type Queryable } from '../../../../platform/database/index.js';
import type { ItemSeverity, ListType } from '../domain/list-enumerations.js';
import { itemKeys, lookupKeys } from '../domain/list-keys.js';
import { findActiveLists } from '../persistence/data-list-repository.js';
import { findLiveItems, type KeyMatch } from '../persistence/list-search.js';
import { keyProbes } from '../domain/list-probe.js';
import { findMemberships } from '../persistence/list-membership.js';

/** Those of the values that are on a list now, as rules would find them. Not counted as a look-up of a rule. */
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

/** A value, and where it is looked for: on one list, on all of a type, or on one list if it is of that type. */
export interface ValueCheck {
  readonly type?: ListType | undefined;
  readonly listId?: string | undefined;
  readonly value: string;
}

export interface ValueMatch {
  readonly listId: string;
  readonly listName: string;
  readonly itemId: string;
  readonly primaryValue: string;
  readonly matchedOn: 'primaryValue' | 'searchKey';
  readonly riskScore: number | null;
  readonly severity: ItemSeverity | null;
  readonly category: string | null;
}

export interface CheckedValues {
  /** Of each check, in order. */
  readonly matches: readonly (readonly ValueMatch[])[];
  /** The first check that names a list which is not there or not active; null when none does. */
  readonly absent: number | null;
}

type CheckedList = Awaited<ReturnType<typeof findActiveLists>>[number];

@Injectable()
export class CheckValues {
  constructor(private readonly database: TenantDatabase) {}

  /** Active, unexpired items of active lists, as rules would find them. */
  async check(organizationId: string, checks: readonly ValueCheck[], now: Date): Promise<CheckedValues> {
    const client = this.database.forOrganization(organizationId);
    const lists = await findActiveLists(client, organizationId, {
      types: checks.flatMap(({ type }) => type ?? []),
      listIds: checks.flatMap(({ listId }) => listId ?? []),
    });
    const absent = checks.findIndex(({ listId }) => listId !== undefined && !lists.some(({ id }) => id === listId));
    const questions = checks.flatMap((check, place) =>
      lists
        .filter((list) => isRequested(check, list))
        .flatMap(({ id, type }) => lookupKeys(type, check.value).map((key) => ({ place, listId: id, key }))),
    );
    const found = questions.length === 0 ? [] : await findLiveItems(client, organizationId, questions, now);
    const matches = checks.map((_, place) =>
      matchesOf(
        lists,
        found.filter((match) => match.place === place),
      ),
    );
    return { matches, absent: absent < 0 ? null : absent };
  }
}

const isRequested = ({ type, listId }: ValueCheck, list: CheckedList): boolean =>
  (type === undefined || type === list.type) && (listId === undefined || listId === list.id);

/** One for each item, in the order of the lists. */
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
