import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import { announceSessions, checkGrant, permissionsNamed, type Principal } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase, violatedConstraint } from '../../../../platform/database/index.js';
import { ApiError, notFound } from '../../../../platform/http/index.js';
import { roleStored } from '../domain/member-audit.js';
import { type Role, systemRoles } from '../domain/role.js';
import { hasMembers } from '../persistence/member-store.js';
import { deleteRole, findRole, homeOf, saveRole } from '../persistence/role-store.js';

export interface RoleRequest {
  readonly name: string;
  readonly description: string | null;
  readonly permissions: readonly string[];
}

/** Roles of an account's own, beside the fixed ones. */
@Injectable()
export class ChangeRoles {
  constructor(private readonly database: TenantDatabase) {}

  create(principal: Principal, request: RoleRequest): Promise<Role> {
    return this.save(principal, null, request);
  }

  change(principal: Principal, id: string, change: Partial<RoleRequest>): Promise<Role> {
    return this.save(principal, id, change);
  }

  async remove(principal: Principal, id: string): Promise<void> {
    const { organizationId } = principal;
    await this.database.transaction(organizationId, async (client) => {
      const home = await homeOf(client, organizationId);
      const before = ownRole(await findRole(client, home, id, true));
      if (await hasMembers(client, home, id)) throw new ApiError('ROLE_IN_USE', 'Members have this role');
      await deleteRole(client, home, id);
      await recordAudit(client, byPrincipal(principal), [roleStored(before, null)]);
    });
  }

  private async save(principal: Principal, id: string | null, change: Partial<RoleRequest>): Promise<Role> {
    try {
      return await this.database.transaction(principal.organizationId, async (client) => {
        const home = await homeOf(client, principal.organizationId);
        const before = id === null ? null : ownRole(await findRole(client, home, id, true));
        const made = { ...(before ?? newRole()), ...change };
        const role = { ...made, permissions: permissionsNamed(made.permissions) };
        checkGrant(principal, role.permissions);
        if (systemRoles.some(({ name }) => name.toLowerCase() === role.name.toLowerCase())) throw nameInUse();
        await saveRole(client, home, role);
        if (before) await announceSessions(client);
        await recordAudit(client, byPrincipal(principal), [roleStored(before, role)]);
        return role;
      });
    } catch (error) {
      throw violatedConstraint(error) === 'roles_name' ? nameInUse() : error;
    }
  }
}

const newRole = (): Role => ({ id: newId(), name: '', description: null, isSystem: false, permissions: [] });

function ownRole(role: Role | null): Role {
  if (!role) throw notFound('Role');
  if (role.isSystem) throw new ApiError('SYSTEM_ROLE', `The role ${role.name} is fixed`);
  return role;
}

const nameInUse = (): ApiError => new ApiError('DUPLICATE_NAME', 'Another role has this name', { name: 'is in use' });
