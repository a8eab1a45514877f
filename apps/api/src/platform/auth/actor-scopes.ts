import { Injectable } from '@nestjs/common';

import type { Queryable } from '../database/index.js';
import { findKeyScopes } from './api-key-store.js';
import { Memberships } from './memberships.js';

const nothing: ReadonlySet<string> = new Set();

/** What somebody may do in an organization now, who asked for something that goes on after their request. */
@Injectable()
export class ActorScopes {
  constructor(private readonly memberships: Memberships) {}

  /**
   * `actorId`: of a key or a person. Nothing: the key has ended or was revoked, or the person may not act there. A key that was rotated
   * has what its successor has. `client` is of the organization.
   */
  async find(client: Queryable, organizationId: string, actorId: string): Promise<ReadonlySet<string>> {
    const key = await findKeyScopes(client, organizationId, actorId);
    if (key) return key.isValid ? new Set(key.scopes) : nothing;
    const membership = await this.memberships.findWith(client, actorId, organizationId);
    return membership?.scopes ?? nothing;
  }
}
