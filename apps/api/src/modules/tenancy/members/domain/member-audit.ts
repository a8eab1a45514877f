import { type AuditEntry, diffChanges, toChange } from '../../../../platform/audit/index.js';
import type { Member } from './member.js';
import type { Role } from './role.js';
import type { Team } from './team.js';

const auditedMember = ({ email, firstName, lastName, role, environmentAccess, status, teams }: Member) => ({
  email,
  firstName,
  lastName,
  role: role.name,
  environmentAccess,
  status,
  teams: teams.map(({ name }) => name),
});

type AuditedMember = Partial<ReturnType<typeof auditedMember>>;

const verbs = {
  member_created: 'created',
  member_invited: 'invited',
  member_updated: 'changed',
  member_removed: 'removed',
  member_password_link_created: 'given a link to set a password',
} as const;

/** Returns the audit entry for a member. One of the two is null if the member is added or removed. */
export function memberAuditEntry(event: keyof typeof verbs, before: Member | null, after: Member | null): AuditEntry {
  const member = (after ?? before)!;
  const [from, to]: AuditedMember[] = [before ? auditedMember(before) : {}, after ? auditedMember(after) : {}];
  const changes = diffChanges<AuditedMember>(from!, to!, Object.keys(auditedMember(member)) as (keyof AuditedMember)[]);
  const summary = `member ${member.email} ${verbs[event]}`;
  return { event, resourceType: 'member', resourceId: member.id, summary, changes };
}

/** Returns the audit entry for a role. One of the two is null if the role is added or removed. */
export function roleAuditEntry(before: Role | null, after: Role | null): AuditEntry {
  const role = (after ?? before)!;
  const verb = before === null ? 'created' : after === null ? 'deleted' : 'updated';
  const changes = diffChanges<Partial<Role>>(before ?? {}, after ?? {}, ['name', 'description', 'permissions']);
  return {
    event: `role_${verb}`,
    resourceType: 'role',
    resourceId: role.id,
    summary: `role ${role.name} ${verb}`,
    changes,
  };
}

/** One of the two is `null` if a team is created or deleted. `memberIds`: the members added or removed with it. */
export function teamAuditEntry(before: Team | null, after: Team | null, memberIds: readonly string[] = []): AuditEntry {
  const team = (after ?? before)!;
  const verb = before === null ? 'created' : after === null ? 'deleted' : 'updated';
  const changes = {
    ...diffChanges<Partial<Team>>(before ?? {}, after ?? {}, ['name', 'description']),
    ...(memberIds.length > 0 && {
      members: before ? toChange('members', memberIds, null) : toChange('members', null, memberIds),
    }),
  };
  const summary = `team ${team.name} ${verb}`;
  return { event: `team_${verb}`, resourceType: 'team', resourceId: team.id, summary, changes };
}
