import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/http/index.js';
import type { ScreeningProfile } from '../domain/screening-profile.js';
import { findProfiles, findProfileVersions, findStoredProfile, inEnvironment } from '../persistence/profile-store.js';

/** Reads profiles. The default profile of an organization exists even if nothing was ever set, and has the id of the organization. */
@Injectable()
export class ReadProfiles {
  constructor(private readonly database: TenantDatabase) {}

  /** Returns the profile used for screening: in a sandbox, its lists are replaced. Throws 404. */
  async get(organizationId: string, id: string): Promise<ScreeningProfile> {
    return this.inEnvironment(organizationId, await this.getStored(organizationId, id));
  }

  /** Returns the profile as it was set. Throws 404. */
  async getStored(organizationId: string, id: string): Promise<ScreeningProfile> {
    const profile = await findStoredProfile(this.database.forOrganization(organizationId), organizationId, id);
    if (!profile) throw notFound('Screening profile');
    return profile;
  }

  inEnvironment(organizationId: string, profile: ScreeningProfile): Promise<ScreeningProfile> {
    return inEnvironment(this.database.forOrganization(organizationId), organizationId, profile);
  }

  list(organizationId: string): Promise<readonly ScreeningProfile[]> {
    return findProfiles(this.database.forOrganization(organizationId), organizationId);
  }

  /** Returns all versions, newest first. Throws 404. */
  async versions(organizationId: string, id: string): Promise<readonly ScreeningProfile[]> {
    const versions = await findProfileVersions(this.database.forOrganization(organizationId), organizationId, id);
    if (versions.length === 0) throw notFound('Screening profile');
    return versions;
  }
}
