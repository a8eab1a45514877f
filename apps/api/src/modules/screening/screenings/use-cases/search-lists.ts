import { Injectable } from '@nestjs/common';
import { type ScreenedParty, scoringVersion } from '@tamis/screening';
import type { ListMatch } from '@tamis/screening-pool';

import { AppConfig } from '../../../../platform/config/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { isStale, ListNotLoadedError, type StoredEntry, Watchlists, withOwnList } from '../../watchlists/index.js';
import type { FoundMatch, ScreeningBasis } from '../domain/screening.js';
import { listsNotLoaded, listsStale } from '../domain/screening-errors.js';
import { optionsOf, type ScreeningProfile } from '../domain/screening-profile.js';

/** Search results for parties, in the same order. */
export interface SearchedLists extends ScreeningBasis {
  readonly profile: ScreeningProfile;
  readonly matches: readonly (readonly FoundMatch[])[];
  readonly screenedAt: Date;
}

/** Searches lists for parties according to a profile. Nothing is stored, and no transaction is open meanwhile. */
@Injectable()
export class SearchLists {
  constructor(
    private readonly config: AppConfig,
    private readonly watchlists: Watchlists,
    private readonly database: TenantDatabase,
  ) {}

  /** Returns the lists that this server can be configured to screen against. */
  get known(): readonly string[] {
    return this.config.watchlists;
  }

  /** Loads newer versions of lists that other processes have loaded. */
  refresh(): Promise<void> {
    return this.watchlists.refresh();
  }

  /** Throws 422 `DATASET_NOT_LOADED` and 422 `DATASET_STALE`: without a list, it cannot be concluded that there is no hit. */
  async search(
    organizationId: string,
    parties: readonly ScreenedParty[],
    profile: ScreeningProfile,
  ): Promise<SearchedLists> {
    const asked = profile.lists ?? this.known;
    if (asked.length === 0) throw listsNotLoaded([]);
    const screenedAt = new Date();
    const {
      codes: lists,
      own,
      result,
    } = await this.screen(organizationId, parties, { asked, profile }).catch((error: unknown) => {
      throw error instanceof ListNotLoadedError ? listsNotLoaded(error.lists) : error;
    });
    this.assertFresh(lists, profile.maxAgeHours, screenedAt);
    const found = await this.watchlists.entries(keysOf(result.matches.flat()), result.versions, own);
    const entries = new Map(found.map((entry) => [keyOf(entry.list, entry.entryId), entry]));
    return {
      profile,
      engineVersion: scoringVersion,
      versions: result.versions,
      matches: result.matches.map((matches) => foundMatches(matches, entries, profile)),
      screenedAt,
    };
  }

  private async screen(
    organizationId: string,
    parties: readonly ScreenedParty[],
    { asked, profile }: { readonly asked: readonly string[]; readonly profile: ScreeningProfile },
  ) {
    const { codes, own } = await withOwnList(this.database.forOrganization(organizationId), organizationId, asked);
    const request = { parties, lists: codes, options: optionsOf(profile), explain: true };
    return { codes, own, result: await this.watchlists.screen(request, own) };
  }

  private assertFresh(lists: readonly string[], maxAgeHours: number, now: Date): void {
    const stale = this.watchlists
      .loaded()
      .filter((list) => lists.includes(list.code) && isStale(list, maxAgeHours, now));
    if (stale.length > 0)
      throw listsStale(
        stale.map(({ code }) => code),
        maxAgeHours,
      );
  }
}

const keyOf = (list: string, id: string): string => `${list}/${id}`;

function keysOf(matches: readonly ListMatch[]): readonly { readonly list: string; readonly entryId: string }[] {
  const keys = new Map(matches.map(({ list, id }) => [keyOf(list, id), { list, entryId: id }]));
  return [...keys.values()];
}

function foundMatches(
  matches: readonly ListMatch[],
  entries: ReadonlyMap<string, StoredEntry>,
  { topics }: ScreeningProfile,
): readonly FoundMatch[] {
  return matches.flatMap(({ list, id, score, explanation }) => {
    const stored = entries.get(keyOf(list, id));
    if (!stored || !explanation) throw new Error(`the entry ${keyOf(list, id)} was found but is not stored`);
    const { entry, cluster } = stored;
    const isAsked = topics === null || entry.topics.some((topic) => topics.includes(topic));
    return isAsked ? [{ list, entry, cluster, score, explanation }] : [];
  });
}
