import { Injectable } from '@nestjs/common';

import { byPrincipal, findNewestEntries, isUnchanged, recordAudit } from '../../../../platform/audit/index.js';
import {
  invalidateSessionCaches,
  assertNoEscalation,
  resolvePermissions,
  type Principal,
} from '../../../../platform/auth/index.js';
import { newId, TenantDatabase, type Transaction, violatedConstraint } from '../../../../platform/database/index.js';
import { ApiError, checkVersion, notFound } from '../../../../platform/http/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { recordedSecurityEvent } from '../../audit/index.js';
import { roleAuditEntry } from '../domain/member-audit.js';
import { type Role, systemRoles } from '../domain/role.js';
import { isRoleAssigned } from '../persistence/member-store.js';
import { deleteRole, findRole, requireHomeOrganization, upsertRole } from '../persistence/role-store.js';
import { requestReleaseOf, requestWorkRelease } from '../persistence/work-releases.js';

export interface RoleRequest {
  readonly name: string;
  readonly description: string | null;
  readonly permissions: readonly string[];
}

/** Roles defined by an account, in addition to the fixed ones. */
@Injectable()
export class ChangeRoles {
  constructor(private readonly database: TenantDatabase) {}

  create(principal: Principal, request: RoleRequest): Promise<Role> {
    return this.save(principal, null, request);
  }

  /** Throws 409 `VERSION_CONFLICT` unless the role has the given version, if there is one. */
  change(principal: Principal, id: string, change: Partial<RoleRequest>, ifVersion?: number): Promise<Role> {
    return this.save(principal, id, change, ifVersion);
  }

  async remove(principal: Principal, id: string): Promise<void> {
    const { organizationId } = principal;
    await this.database.transaction(organizationId, async (client) => {
      const home = await requireHomeOrganization(client, principal);
      const before = requireCustomRole(await findRole(client, home, id, 'locked'));
      assertNoEscalation(principal, before.permissions);
      if (await isRoleAssigned(client, home, id)) throw new ApiError('ROLE_IN_USE', 'Members have this role');
      await deleteRole(client, home, id);
      await requestReleaseOf(client, home, { type: 'role', id });
      await recordRoleChange(client, principal, before, null);
    });
  }

  /**
   * Restores a removed role with its id, as recorded in the audit trail. An existing one is returned unchanged. Throws 404 for a role that
   * never existed, 403 if it has more permissions than the caller, and 409 for a name in use.
   */
  async restore(principal: Principal, id: string): Promise<Role> {
    return this.withFreeName(principal, async (client, home) => {
      const standing = await findRole(client, home, id, 'locked');
      if (standing) return requireCustomRole(standing);
      const asked = { type: 'role', ids: [id], events: ['role_deleted'] };
      const [entry] = await findNewestEntries(client, home, asked);
      if (!entry) throw notFound('Role');
      const previous = Object.fromEntries(
        Object.entries(entry.changes).map(([member, { previous: was }]) => [member, was]),
      ) as Partial<RoleRequest>;
      const role = { ...newRole(), ...previous, id, permissions: resolvePermissions(previous.permissions ?? []) };
      assertNoEscalation(principal, role.permissions);
      await upsertRole(client, home, role);
      await recordRoleChange(client, principal, null, role);
      return role;
    });
  }

  private async save(
    principal: Principal,
    id: string | null,
    change: Partial<RoleRequest>,
    ifVersion?: number,
  ): Promise<Role> {
    return this.withFreeName(principal, async (client, home) => {
      const before = id === null ? null : requireCustomRole(await findRole(client, home, id, 'locked'));
      // A caller with fewer permissions must not restrict a role with more.
      assertNoEscalation(principal, before?.permissions ?? []);
      if (before) checkVersion('The role', before.version, ifVersion);
      const made = { ...(before ? { ...before, version: before.version + 1 } : newRole()), ...change };
      const role = { ...made, permissions: resolvePermissions(made.permissions) };
      assertNoEscalation(principal, role.permissions);
      if (systemRoles.some(({ name }) => name.toLowerCase() === role.name.toLowerCase())) throw nameInUse();
      if (before && isUnchanged(roleAuditEntry(before, role))) return before;
      await upsertRole(client, home, role);
      if (before) {
        await invalidateSessionCaches(client);
        await requestWorkRelease(client, home, 'role_id', role.id);
        await requestReleaseOf(client, home, { type: 'role', id: role.id });
      }
      await recordRoleChange(client, principal, before, role);
      return role;
    });
  }

  /** Runs in the organization that stores the roles of the account. Throws 409 `DUPLICATE_NAME` if another role has the name. */
  private async withFreeName(
    principal: Principal,
    work: (client: Transaction, home: string) => Promise<Role>,
  ): Promise<Role> {
    try {
      return await this.database.transaction(principal.organizationId, async (client) =>
        work(client, await requireHomeOrganization(client, principal)),
      );
    } catch (error) {
      throw violatedConstraint(error) === 'roles_name' ? nameInUse() : error;
    }
  }
}

/** Records the change by an event and in the audit trail. One of the two is null if the role is added or removed. */
async function recordRoleChange(
  client: Transaction,
  principal: Principal,
  before: Role | null,
  after: Role | null,
): Promise<void> {
  const entry = roleAuditEntry(before, after);
  const event =
    before === null ? 'security.role.created' : after === null ? 'security.role.deleted' : 'security.role.updated';
  await writeEvents(client, [recordedSecurityEvent(principal, event, entry, new Date())]);
  await recordAudit(client, byPrincipal(principal), [entry]);
}

const newRole = (): Role => ({
  id: newId(),
  name: '',
  description: null,
  isSystem: false,
  permissions: [],
  version: 1,
});

function requireCustomRole(role: Role | null): Role {
  if (!role) throw notFound('Role');
  if (role.isSystem) throw new ApiError('SYSTEM_ROLE', `The role ${role.name} cannot be changed`);
  return role;
}

const nameInUse = (): ApiError => new ApiError('DUPLICATE_NAME', 'Another role has this name', { name: 'is in use' });
