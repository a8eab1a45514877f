import { Injectable } from '@nestjs/common';
import type { ScreenedParty } from '@tamis/screening';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase } from '../../../../platform/database/index.js';
import { type FoundMatch, outcomeOf, type ScreeningBasis, type ScreeningOutcome } from '../domain/screening.js';
import { ReadProfiles } from './read-profiles.js';
import { SearchLists } from './search-lists.js';

export interface ScreenedName extends ScreeningOutcome {
  readonly matches: readonly FoundMatch[];
}

export interface ScreenedNames extends ScreeningBasis {
  /** Identifies the screening in the audit trail; nothing else about it is stored. */
  readonly id: string;
  readonly screenedAt: Date;
  /** In the order of the parties. */
  readonly results: readonly ScreenedName[];
}

/** Screens names that do not belong to a stored entity. Only the fact that this was done is stored. */
@Injectable()
export class ScreenNames {
  constructor(
    private readonly database: TenantDatabase,
    private readonly lists: SearchLists,
    private readonly profiles: ReadProfiles,
  ) {}

  /** Throws 404 for a profile that does not exist, 422 `DATASET_NOT_LOADED` and 422 `DATASET_STALE`. */
  async screen(
    principal: Principal,
    parties: readonly ScreenedParty[],
    profileId: string | null,
  ): Promise<ScreenedNames> {
    const { organizationId } = principal;
    const profile = await this.profiles.get(organizationId, profileId ?? organizationId);
    const { matches, ...searched } = await this.lists.search(organizationId, parties, profile);
    const results = matches.map((found) => ({ matches: found, ...outcomeOf(found.map(toOpen), profile.threshold) }));
    const id = newId(searched.screenedAt.getTime());
    const hits = results.reduce((sum, result) => sum + result.hits, 0);
    await this.database.transaction(organizationId, (client) =>
      recordAudit(client, byPrincipal(principal), [
        {
          event: 'names_screened',
          resourceType: 'screening',
          resourceId: id,
          summary: `${parties.length} names screened against ${Object.keys(searched.versions).length} lists: ${hits} hits`,
          changes: { versions: { previous: null, current: searched.versions } },
          relatedIds: { profileId: profile.id },
        },
      ]),
    );
    return { ...searched, id, results };
  }
}

const toOpen = ({ list, cluster, score, entry }: FoundMatch) => ({
  ...{ list, cluster, score, topics: entry.topics, state: 'open' as const },
});
