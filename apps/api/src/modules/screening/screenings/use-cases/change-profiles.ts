import { Injectable } from '@nestjs/common';

import {
  type AuditEntry,
  byPrincipal,
  creationChanges,
  diffChanges,
  recordAudit,
} from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError, checkVersion, invalid, notFound } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { ownList } from '../../watchlists/index.js';
import {
  newContent,
  type ProfileContent,
  profileMembers,
  profileProblems,
  type ScreeningProfile,
  withContent,
} from '../domain/screening-profile.js';
import { findStoredProfile, insertProfileVersion, lockProfiles } from '../persistence/profile-store.js';
import { SearchLists } from './search-lists.js';

export interface ProfileChange {
  readonly sent: Partial<ProfileContent>;
  /** The version the change is based on; `null` accepts any version. */
  readonly ifVersion: number | null;
  readonly reason: string | null;
}

/** Creates profiles and new versions of them. */
@Injectable()
export class ChangeProfiles {
  constructor(
    private readonly database: TenantDatabase,
    private readonly lists: SearchLists,
  ) {}

  /** Creates a profile. Throws 400 for invalid lists or scores, and 400 `TOO_MANY_ITEMS`. */
  create(principal: Principal, sent: Partial<ProfileContent>, now: Date): Promise<ScreeningProfile> {
    const { organizationId, actor } = principal;
    const content = this.checked(newContent(sent));
    const profile: ScreeningProfile = {
      ...content,
      ...{ id: newId(now.getTime()), version: 1, isDefault: false, createdAt: now, createdBy: actor.id },
    };
    return this.database.transaction(organizationId, async (client) => {
      if ((await lockProfiles(client, organizationId)) >= limits.screeningProfiles)
        throw new ApiError('TOO_MANY_ITEMS', `An organization has at most ${limits.screeningProfiles} profiles`);
      await insertProfileVersion(client, organizationId, profile, null);
      const changes = creationChanges(content);
      await recordAudit(client, byPrincipal(principal), [{ ...entry('created', profile), changes }]);
      return profile;
    });
  }

  /**
   * Changes a profile; absent members stay unchanged. Throws the same errors as `create`, 404, 409 `VERSION_CONFLICT` and 400 `NO_CHANGES`.
   */
  change(
    principal: Principal,
    id: string,
    { sent, ifVersion, reason }: ProfileChange,
    now: Date,
  ): Promise<ScreeningProfile> {
    const { organizationId, actor } = principal;
    return this.database.transaction(organizationId, async (client) => {
      await lockProfiles(client, organizationId);
      const before = await findStoredProfile(client, organizationId, id);
      if (!before) throw notFound('Screening profile');
      checkVersion('The profile', before.version, ifVersion);
      const after: ScreeningProfile = {
        ...before,
        ...this.checked(withContent(before, sent)),
        ...{ version: before.version + 1, createdAt: now, createdBy: actor.id },
      };
      const changes = diffChanges(before, after, profileMembers);
      if (Object.keys(changes).length === 0) throw new ApiError('NO_CHANGES', 'Every value sent equals the stored one');
      await insertProfileVersion(client, organizationId, after, reason);
      await recordAudit(client, byPrincipal(principal), [{ ...entry('updated', after), changes, reason }]);
      return after;
    });
  }

  /** Returns a profile as it would be after a change. Throws the same errors as `change`. */
  preview(before: ScreeningProfile, sent: Partial<ProfileContent>): ScreeningProfile {
    return { ...before, ...this.checked(withContent(before, sent)) };
  }

  private checked(content: ProfileContent): ProfileContent {
    const problems = profileProblems(content, [...this.lists.known, ownList.code]);
    if (Object.keys(problems).length > 0) throw invalid(problems);
    return content;
  }
}

const entry = (what: 'created' | 'updated', { id, version }: ScreeningProfile): AuditEntry => ({
  event: `screening_profile_${what}`,
  resourceType: 'screening_profile',
  resourceId: id,
  summary: `screening profile ${what}, version ${version}`,
});
