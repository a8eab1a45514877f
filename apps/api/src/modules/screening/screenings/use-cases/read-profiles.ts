import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/http/index.js';
import type { ScreeningProfile } from '../domain/screening-profile.js';
import { findProfiles, findProfileVersions, findStoredProfile, inEnvironment } from '../persistence/profile-store.js';

/** Reads profiles. The default of an organization is there though it never set anything, under the id of the organization. */
@Injectable()
export class ReadProfiles {
  constructor(private readonly database: TenantDatabase) {}

  /** As it is screened by: in a sandbox against other lists than it names. Throws 404. */
  async get(organizationId: string, id: string): Promise<ScreeningProfile> {
    return this.inEnvironment(organizationId, await this.getStored(organizationId, id));
  }

  /** As it is set. Throws 404. */
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

  /** The newest first. Throws 404. */
  async versions(organizationId: string, id: string): Promise<readonly ScreeningProfile[]> {
    const versions = await findProfileVersions(this.database.forOrganization(organizationId), organizationId, id);
    if (versions.length === 0) throw notFound('Screening profile');
    return versions;
  }
}
