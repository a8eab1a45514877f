import { Injectable } from '@nestjs/common';
import type { WatchlistEntry } from '@tamis/watchlists';

import { type Queryable, TenantDatabase } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { findMatchedEntries, screeningOptionsOf, type ScreeningProfile } from '../../screenings/index.js';
import { type OwnList, ownList, Watchlists } from '../../watchlists/index.js';
import { changedEntries, type NewerVersions } from '../domain/list-changes.js';
import { findMonitoredParties } from '../persistence/monitoring-store.js';

type ChangedLists = Extract<NewerVersions, { readonly kind: 'changes' }>['lists'];

const noId = '00000000-0000-0000-0000-000000000000';
const entryKey = ({ list, entryId }: { readonly list: string; readonly entryId: string }): string =>
  `${list}/${entryId}`;

/** Finds the entities whose results newer list versions can change: the results of all others stay the same. */
@Injectable()
export class FindAffected {
  /** The entries of the latest compared changes, which are the same for several organizations. */
  private compared: { readonly key: string; readonly entries: readonly WatchlistEntry[] } | null = null;

  constructor(
    private readonly database: TenantDatabase,
    private readonly lists: Watchlists,
  ) {}

  /** Returns the ids of affected entities of an organization; `null` if there are so many changes that any entity may be affected. */
  async find(
    organizationId: string,
    profile: ScreeningProfile,
    changed: ChangedLists,
    own: OwnList | null,
  ): Promise<ReadonlySet<string> | null> {
    const ids = new Map<string, ReadonlySet<string>>();
    const shared = changed.filter(({ code }) => code !== ownList.code);
    for (const { code, from, to } of shared) {
      const changedIds = await this.lists.changedIds(code, from, to, limits.monitoringChanges);
      if (changedIds === null) return null;
      ids.set(code, changedIds);
    }
    const client = this.database.forOrganization(organizationId);
    const affected = new Set<string>();
    await this.addMatchedBefore(client, organizationId, ids, affected);
    const sharedEntries = await this.entriesOf(shared, ids);
    // Previous states of own lists are not kept, so that every entity similar to any of their entries is included.
    const isOwnChanged = shared.length < changed.length && own !== null;
    const entries = isOwnChanged ? [...sharedEntries, ...own.entries] : sharedEntries;
    if (entries.length > 0) await this.addMatching(client, { organizationId, profile, entries }, affected);
    return affected;
  }

  /** Adds entities with matches that lists no longer contain, or have changed. */
  private async addMatchedBefore(
    client: Queryable,
    organizationId: string,
    ids: ReadonlyMap<string, ReadonlySet<string>>,
    affected: Set<string>,
  ): Promise<void> {
    const most = limits.monitoringParties;
    for (let after = { entityId: noId, list: '', entryId: '' }; ;) {
      const matched = await findMatchedEntries(client, organizationId, after, most);
      const keys = new Map(matched.map(({ list, entryId }) => [entryKey({ list, entryId }), { list, entryId }]));
      const stored = await this.lists.entries([...keys.values()]);
      const clusters = new Map(stored.map((entry) => [entryKey(entry), entry.cluster]));
      const changed = changedEntries(matched, ids, (entry) => clusters.get(entryKey(entry)));
      for (const { entityId } of changed) affected.add(entityId);
      if (matched.length < most) return;
      after = matched.at(-1)!;
    }
  }

  private async entriesOf(
    changed: ChangedLists,
    ids: ReadonlyMap<string, ReadonlySet<string>>,
  ): Promise<readonly WatchlistEntry[]> {
    const key = JSON.stringify(changed);
    if (this.compared?.key === key) return this.compared.entries;
    const keys = [...ids].flatMap(([list, of]) => [...of].map((entryId) => ({ list, entryId })));
    const versions = Object.fromEntries(changed.map(({ code, to }) => [code, to]));
    const entries = (await this.lists.entries(keys, versions)).map(({ entry }) => entry);
    this.compared = { key, entries };
    return entries;
  }

  /** Adds entities with matches that lists did not contain before. */
  private async addMatching(
    client: Queryable,
    {
      organizationId,
      profile,
      entries,
    }: {
      readonly organizationId: string;
      readonly profile: ScreeningProfile;
      readonly entries: readonly WatchlistEntry[];
    },
    affected: Set<string>,
  ): Promise<void> {
    const most = limits.monitoringParties;
    const options = screeningOptionsOf(profile);
    for (let after = noId; ;) {
      const monitored = await findMonitoredParties(client, organizationId, after, most);
      const found = await this.lists.matchesAny(
        entries,
        monitored.map(({ party }) => party),
        options,
      );
      for (const [at, { entityId }] of monitored.entries()) if (found[at]) affected.add(entityId);
      if (monitored.length < most) return;
      after = monitored.at(-1)!.entityId;
    }
  }
}
