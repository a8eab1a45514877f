import { diffChanges } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import { type SecurityEvent, securityEvent, toSecurityChanges } from '../../audit/index.js';
import type { TeamName } from './team.js';
import { displayNameOf, type EnvironmentAccess, type Member } from './member.js';

type MemberEvent = SecurityEvent & { readonly context?: object };

/** Returns the events for a change of a member; `before` is null if the member is added, `after` if removed. */
export function memberEvents(
  before: Member | null,
  after: Member | null,
  principal: Principal,
  at: Date,
): readonly OutboxEvent[] {
  const member = (after ?? before)!;
  return eventsBetween(before, after).map((event) => toOutboxEvent(member, principal, at, event));
}

function eventsBetween(before: Member | null, after: Member | null): readonly MemberEvent[] {
  if (after === null)
    return [{ event: 'security.member.removed', description: `${displayNameOf(before!)} was removed`, changes: {} }];
  if (before === null)
    return after.status === 'invited'
      ? [{ event: 'security.member.invited', description: `${displayNameOf(after)} was invited`, changes: {} }]
      : [{ event: 'security.member.created', description: `${displayNameOf(after)} was added`, changes: {} }];
  return [
    ...accessEvents(before, after),
    ...roleEvents(before, after),
    ...statusEvents(before, after),
    ...profileEvents(before, after),
  ];
}

const environmentsOf = (access: EnvironmentAccess): readonly string[] =>
  access === 'both' ? ['production', 'sandbox'] : access === 'none' ? [] : [access];

/**
 * Returns the events for an environment access change: one for the change itself and, if exactly one environment was added or removed, one
 * for granting or revoking it.
 */
function accessEvents(before: Member, after: Member): readonly MemberEvent[] {
  const [from, to] = [environmentsOf(before.environmentAccess), environmentsOf(after.environmentAccess)];
  const granted = to.filter((environment) => !from.includes(environment));
  const revoked = from.filter((environment) => !to.includes(environment));
  const count = granted.length + revoked.length;
  if (count === 0) return [];
  const name = displayNameOf(after);
  const [fromAccess, toAccess] = [before.environmentAccess, after.environmentAccess];
  const changes = { environmentAccess: { previous: fromAccess, current: toAccess } };
  const told = { changes, context: { fromAccess, toAccess } };
  return [
    { event: 'security.member.environment_changed', description: `The environment access of ${name} was changed`, ...told },
    ...(count === 1 && granted[0]
      ? [{ event: 'security.member.environment_granted' as const, description: `${name} was given access to ${granted[0]}`, ...told }]
      : []),
    ...(count === 1 && revoked[0]
      ? [{ event: 'security.member.environment_revoked' as const, description: `${name} lost access to ${revoked[0]}`, ...told }]
      : []),
  ]; // prettier-ignore
}

function roleEvents(before: Member, after: Member): readonly MemberEvent[] {
  const [from, to] = [before.role, after.role];
  if (from.id === to.id) return [];
  const changes = diffChanges(from, to, ['permissions']);
  return [
    {
      event: 'security.member.role_changed',
      description: `${displayNameOf(after)} now has the role ${to.name}`,
      changes: { role: { previous: from.name, current: to.name }, ...toSecurityChanges(changes) },
    },
  ];
}

function statusEvents(before: Member, after: Member): readonly MemberEvent[] {
  const changes = diffChanges(before, after, ['status']);
  if (Object.keys(changes).length === 0) return [];
  const name = displayNameOf(after);
  return after.status === 'deactivated'
    ? [{ event: 'security.member.deactivated', description: `${name} can no longer sign in`, changes }]
    : [{ event: 'security.member.activated', description: `${name} can sign in again`, changes }];
}

function profileEvents(before: Member, after: Member): readonly MemberEvent[] {
  const changes = diffChanges(before, after, ['firstName', 'lastName']);
  if (Object.keys(changes).length === 0) return [];
  const description = `The name of ${displayNameOf(after)} was changed`;
  return [{ event: 'security.member.profile_updated', description, changes }];
}

/** The production organization of a child. */
interface Channel {
  readonly id: string;
  readonly name: string;
}

/** Returns the event for a member who may now act in a child organization. */
export const channelGranted = (member: Member, child: Channel, principal: Principal, at: Date): OutboxEvent =>
  toOutboxEvent(member, principal, at, {
    event: 'security.member.channel_granted',
    description: `${displayNameOf(member)} was given access to ${child.name}`,
    changes: { channel: { previous: null, current: child.id } },
  });

/** Returns the event for a member who may no longer act in a child organization. */
export const channelRevoked = (member: Member, child: Channel, principal: Principal, at: Date): OutboxEvent =>
  toOutboxEvent(member, principal, at, {
    event: 'security.member.channel_revoked',
    description: `${displayNameOf(member)} lost access to ${child.name}`,
    changes: { channel: { previous: child.id, current: null } },
  });

/** Returns the event for a member who was added to or removed from a team. */
export function teamChanged(
  member: Member,
  team: TeamName,
  isIn: boolean,
  principal: Principal,
  at: Date,
): OutboxEvent {
  const [previous, current] = isIn ? [null, team.id] : [team.id, null];
  return toOutboxEvent(member, principal, at, {
    event: isIn ? 'security.member.team_added' : 'security.member.team_removed',
    description: `${displayNameOf(member)} was ${isIn ? 'added to' : 'removed from'} ${team.name}`,
    changes: { team: { previous, current } },
  });
}

function toOutboxEvent(member: Member, principal: Principal, at: Date, event: MemberEvent): OutboxEvent {
  const { id: roleId, name: roleName } = member.role;
  const affectedUser = { id: member.id, email: member.email, displayName: displayNameOf(member) };
  return securityEvent(principal, { ...event, affectedUser, context: { roleId, roleName, ...event.context } }, at);
}
