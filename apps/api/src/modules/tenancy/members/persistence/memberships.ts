import { Injectable } from '@nestjs/common';

import { type AccessibleOrganization, type Membership, Memberships } from '../../../../platform/auth/index.js';
import {
  InjectPgPool,
  inTransaction,
  organizationsSql,
  type PgPool,
  type Queryable,
  TenantDatabase,
  type Transaction,
} from '../../../../platform/database/index.js';
import type { EnvironmentAccess } from '../domain/member.js';
import { systemRoles } from '../domain/role.js';
import { findActiveMemberships } from './person-members.js';

interface MembershipRow {
  readonly memberId: string;
  readonly roleId: string;
  readonly permissions: readonly string[] | null;
}

interface ActingOrganizationRow extends Omit<AccessibleOrganization, 'role' | 'permissions'> {
  readonly roleId: string;
  readonly roleName: string | null;
  readonly permissions: readonly string[] | null;
}

/** Determines where people may act from their memberships. */
@Injectable()
export class StoredMemberships extends Memberships {
  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly database: TenantDatabase,
  ) {
    super();
  }

  find(userId: string, organizationId: string): Promise<Membership | null> {
    return this.findWith(this.database.forOrganization(organizationId), userId, organizationId);
  }

  async findWith(client: Queryable, userId: string, organizationId: string): Promise<Membership | null> {
    const { rows } = await client.query<MembershipRow>(
      `select m.id as "memberId", m.role_id as "roleId", r.permissions
       from ${organizationsSql} o
       join members m on m.organization_id = case o.environment when 'production' then o.id else o.paired_organization_id end
       left join roles r on r.organization_id = m.organization_id and r.id = m.role_id
       where o.id = $1 and m.user_id = $2 and m.status = 'active' and m.environment_access in ('both', o.environment)`,
      [organizationId, userId],
    );
    const row = rows[0];
    if (!row) return null;
    const permissions = row.permissions ?? systemRoles.find(({ id }) => id === row.roleId)?.permissions;
    if (!permissions) throw new Error(`the role ${row.roleId} of the member ${row.memberId} is not stored`);
    return { scopes: new Set(permissions) };
  }

  listOrganizations(userId: string): Promise<readonly AccessibleOrganization[]> {
    return inTransaction(this.pool, null, async (client) => {
      const places: AccessibleOrganization[] = [];
      for (const { home, access } of await findActiveMemberships(client, userId)) {
        await client.switchOrganization(home);
        places.push(...(await findActingOrganizations(client, home, userId, access)));
      }
      return places.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    });
  }
}

async function findActingOrganizations(
  client: Transaction,
  home: string,
  userId: string,
  access: EnvironmentAccess,
): Promise<readonly AccessibleOrganization[]> {
  const { rows } = await client.query<ActingOrganizationRow>(
    `select o.id as "organizationId", o.name, o.environment, o.slug, o.timezone, o.language, o.base_currency as "baseCurrency",
       m.role_id as "roleId", r.name as "roleName", r.permissions
     from ${organizationsSql} o join members m on m.organization_id = $1 and m.user_id = $2
     left join roles r on r.organization_id = m.organization_id and r.id = m.role_id
     where (o.id = $1 or o.paired_organization_id = $1) and $3 in ('both', o.environment) order by o.environment`,
    [home, userId, access],
  );
  return rows.map(({ roleId, roleName, permissions, ...place }) => {
    const system = systemRoles.find(({ id }) => id === roleId);
    return {
      ...place,
      role: { id: roleId, name: roleName ?? system?.name ?? '' },
      permissions: permissions ?? system?.permissions ?? [],
    };
  });
}
