import { Injectable } from '@nestjs/common';

import type { Queryable } from '../database/index.js';
import { findKeyScopes } from './api-key-store.js';
import { Memberships } from './memberships.js';

const nothing: ReadonlySet<string> = new Set();

/** Finds the current permissions of the actor of work that continues after their request. */
@Injectable()
export class ActorScopes {
  constructor(private readonly memberships: Memberships) {}

  /**
   * Returns the scopes of a key or person. They are empty if the key has expired or was revoked, or if the person may not act in the
   * organization. A rotated key has the scopes of its successor. `client` belongs to the organization.
   */
  async find(client: Queryable, organizationId: string, actorId: string): Promise<ReadonlySet<string>> {
    const key = await findKeyScopes(client, organizationId, actorId);
    if (key) return key.isValid ? new Set(key.scopes) : nothing;
    const membership = await this.memberships.findWith(client, actorId, organizationId);
    return membership?.scopes ?? nothing;
  }
}
