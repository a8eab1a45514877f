import { Injectable } from '@nestjs/common';

import type { Queryable } from '../database/index.js';
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
    const { rows } = await client.query<{ readonly scopes: readonly string[]; readonly isValid: boolean }>({
      name: 'scopes-of-actor',
      text: `with recursive keys as (
          select id, replaced_by, scopes, status, expires_at, 0 as depth from api_keys
          where organization_id = $1 and id::text = $2
          union all
          select k.id, k.replaced_by, k.scopes, k.status, k.expires_at, keys.depth + 1 from keys
          join api_keys k on k.organization_id = $1 and k.id = keys.replaced_by where keys.depth < 1000)
        select scopes, status = 'active' and coalesce(expires_at > clock_timestamp(), true) as "isValid"
        from keys order by "isValid" desc, depth limit 1`,
      values: [organizationId, actorId],
    });
    const [key] = rows;
    if (key) return key.isValid ? new Set(key.scopes) : nothing;
    const membership = await this.memberships.findWith(client, actorId, organizationId);
    return membership?.scopes ?? nothing;
  }
}
