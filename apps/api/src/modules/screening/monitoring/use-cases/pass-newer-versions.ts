import { Injectable } from '@nestjs/common';
import { scoringVersion } from '@tamis/screening';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { ReadProfiles, SearchLists } from '../../screenings/index.js';
import { ownList, Watchlists, withOwnList } from '../../watchlists/index.js';
import { emptyOwnList, leavingOwnList, newerVersions, scoringCode } from '../domain/list-changes.js';
import { markDue } from '../persistence/monitoring-store.js';
import { claimPass, completePass, findPass, type PassedVersions, releasePass } from '../persistence/pass-store.js';
import { FindAffected } from './find-affected.js';

/** Finds the entities to be screened again because lists or the profile are newer than those the organization has processed. */
@Injectable()
export class PassNewerVersions {
  constructor(
    private readonly database: TenantDatabase,
    private readonly profiles: ReadProfiles,
    private readonly search: SearchLists,
    private readonly lists: Watchlists,
    private readonly affected: FindAffected,
  ) {}

  /**
   * Returns the number of entities that became due. No version is missed, because it is recorded as processed together with its effects, or
   * not at all.
   */
  async pass(organizationId: string): Promise<number> {
    const client = this.database.forOrganization(organizationId);
    const profile = await this.profiles.get(organizationId, organizationId);
    const asked = profile.lists ?? this.search.known;
    const shared = asked.filter((code) => code !== ownList.code);
    const loaded = this.lists.loaded().filter(({ code }) => shared.includes(code));
    // Nobody can be screened unless all lists are loaded.
    if (loaded.length < shared.length) return 0;
    const { own } = await withOwnList(client, organizationId, asked);
    const versions = {
      ...Object.fromEntries(loaded.map((list) => [list.code, list.version])),
      ...(shared.length < asked.length && { [ownList.code]: own?.version ?? emptyOwnList }),
      [scoringCode]: scoringVersion,
    };
    const now: PassedVersions = { versions, profileVersion: profile.version };
    const known = await findPass(client, organizationId);
    if (known === null || isNothingNewer(known, now)) return 0;
    const from = { ...known, versions: leavingOwnList(known.versions, versions) };
    const claim = { known, leaving: from, target: now };
    if (!(await claimPass(client, organizationId, claim, limits.monitoringLeaseSeconds))) return 0;
    try {
      const newer = newerVersions(from, now);
      const ids = newer.kind === 'all' ? null : await this.affected.find(organizationId, profile, newer.lists, own);
      const reason =
        from.profileVersion === now.profileVersion || from.profileVersion === 0 ? 'list_changed' : 'profile_changed';
      return await this.database.transaction(organizationId, async (transaction) => {
        if (!(await completePass(transaction, organizationId, from, now))) return 0;
        return markDue(transaction, organizationId, ids && [...ids], reason);
      });
    } catch (error) {
      await releasePass(client, organizationId).catch(() => undefined);
      throw error;
    }
  }
}

function isNothingNewer(known: PassedVersions, now: PassedVersions): boolean {
  const newer = newerVersions(known, now);
  return newer.kind === 'changes' && newer.lists.length === 0;
}
