import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { isScreenedType } from '../domain/screened-entity.js';
import type { FoundMatch } from '../domain/screening.js';
import type { ProfileContent, ScreeningProfile } from '../domain/screening-profile.js';
import { countRecentScreenings, findRecentScreenings, type RecentScreening } from '../persistence/recent-screenings.js';
import { ChangeProfiles } from './change-profiles.js';
import { ReadProfiles } from './read-profiles.js';
import { SearchLists } from './search-lists.js';

/** A hit that a change of the profile adds or removes. */
export interface HitDifference {
  readonly entityId: string;
  readonly screeningId: string;
  readonly list: string;
  readonly entryId: string;
  readonly name: string;
  readonly score: number;
}

export interface ProfileTrial {
  readonly profile: ScreeningProfile;
  readonly days: number;
  /** Number of entities whose newest screening was repeated, and total number of entities. */
  readonly screenings: number;
  readonly total: number;
  readonly hitsBefore: number;
  readonly hitsAfter: number;
  readonly comes: DifferingHits;
  readonly goes: DifferingHits;
}

export interface DifferingHits {
  readonly total: number;
  /** Limited to the number that is displayed. */
  readonly hits: readonly HitDifference[];
}

/**
 * Determines which hits a profile change would add and remove: parties of stored screenings are screened with the current and the changed
 * profile against the current lists, so that only the profile makes a difference. Decisions are ignored.
 */
@Injectable()
export class TryProfile {
  constructor(
    private readonly database: TenantDatabase,
    private readonly profiles: ReadProfiles,
    private readonly changes: ChangeProfiles,
    private readonly lists: SearchLists,
  ) {}

  /** Throws 404, 400 for invalid lists or scores, 422 `DATASET_NOT_LOADED` and 422 `DATASET_STALE`. */
  async try(organizationId: string, id: string, sent: Partial<ProfileContent>, now: Date): Promise<ProfileTrial> {
    const stored = await this.profiles.getStored(organizationId, id);
    const profile = this.changes.preview(stored, sent);
    const [before, after] = await Promise.all(
      [stored, profile].map((each) => this.profiles.inEnvironment(organizationId, each)),
    );
    const { days, screenings: most } = limits.screeningTrial;
    const since = new Date(now.getTime() - days * 86_400_000);
    const client = this.database.forOrganization(organizationId);
    const of = { profileId: id, since };
    const total = await countRecentScreenings(client, organizationId, of);
    const recent = await findRecentScreenings(client, organizationId, of, most);
    const hits = (of: ScreeningProfile) => this.hits(organizationId, recent, of);
    const [was, would] = [await hits(before!), await hits(after!)];
    return {
      ...{ profile, days, screenings: recent.length, total, hitsBefore: was.size, hitsAfter: would.size },
      comes: without(would, was),
      goes: without(was, would),
    };
  }

  private async hits(
    organizationId: string,
    recent: readonly RecentScreening[],
    profile: ScreeningProfile,
  ): Promise<ReadonlyMap<string, HitDifference>> {
    const asked = recent.filter(
      ({ party }) => isScreenedType(party.schema ?? '') && profile.entityTypes.some((type) => type === party.schema),
    );
    if (asked.length === 0) return new Map();
    const { matches } = await this.lists.search(
      organizationId,
      asked.map(({ party }) => party),
      profile,
    );
    const hits = asked.flatMap((screening, at) => matches[at]!.flatMap((match) => hitOf(screening, match, profile)));
    return new Map(hits.map((hit) => [`${hit.entityId}/${hit.list}/${hit.entryId}`, hit]));
  }
}

const hitOf = (
  { entityId, id }: RecentScreening,
  { list, entry, score, explanation }: FoundMatch,
  { threshold }: ScreeningProfile,
): readonly HitDifference[] =>
  score < threshold
    ? []
    : [{ ...{ entityId, screeningId: id, list, entryId: entry.id, score }, name: explanation.matchedName.text }];

function without(one: ReadonlyMap<string, HitDifference>, other: ReadonlyMap<string, HitDifference>): DifferingHits {
  const hits = [...one].filter(([key]) => !other.has(key)).map(([, hit]) => hit);
  hits.sort((a, b) => b.score - a.score || (a.entityId < b.entityId ? -1 : 1));
  return { total: hits.length, hits: hits.slice(0, limits.screeningTrial.shown) };
}
