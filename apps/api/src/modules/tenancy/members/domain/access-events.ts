import type { Principal } from '../../../../platform/auth/index.js';
import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import { displayNameOf, type EnvironmentAccess, type Member } from './member.js';

const environmentsOf = (access: EnvironmentAccess): readonly string[] =>
  access === 'both' ? ['production', 'sandbox'] : access === 'none' ? [] : [access];

/**
 * What one assignment of an environment access announces: that it changed, once; and, where exactly one environment was added or
 * taken away, that this one was granted or revoked.
 */
export function accessEvents(before: Member, after: Member, principal: Principal, at: Date): readonly OutboxEvent[] {
  const [from, to] = [environmentsOf(before.environmentAccess), environmentsOf(after.environmentAccess)];
  const granted = to.filter((environment) => !from.includes(environment));
  const revoked = from.filter((environment) => !to.includes(environment));
  if (granted.length + revoked.length === 0) return [];
  const name = displayNameOf(after);
  const events = [['environment_changed', `The environment access of ${name} was changed`]];
  if (granted.length + revoked.length === 1) {
    if (granted[0]) events.push(['environment_granted', `${name} was given access to ${granted[0]}`]);
    else events.push(['environment_revoked', `${name} lost access to ${revoked[0]}`]);
  }
  const [fromAccess, toAccess] = [before.environmentAccess, after.environmentAccess];
  const changes = { environmentAccess: { previous: fromAccess, current: toAccess } };
  return events.map(([event, description]) => ({
    organizationId: principal.organizationId,
    event: `security.member.${event}`,
    payload: payload(after, principal, at, { description: description!, changes, context: { fromAccess, toAccess } }),
  }));
}

/** A member may act in a child organization from now on. `child` is its production half. */
export const channelGranted = (
  member: Member,
  child: { readonly id: string; readonly name: string },
  principal: Principal,
  at: Date,
): OutboxEvent => ({
  organizationId: principal.organizationId,
  event: 'security.member.channel_granted',
  payload: payload(member, principal, at, {
    description: `${displayNameOf(member)} was given access to ${child.name}`,
    changes: { channel: { previous: null, current: child.id } },
    context: {},
  }),
});

interface EventDetails {
  readonly description: string;
  readonly changes: object;
  readonly context: object;
}

function payload(member: Member, { actor, from }: Principal, at: Date, told: EventDetails): object {
  const { ipAddress, userAgent } = from;
  const { id: roleId, name: roleName } = member.role;
  return {
    actionAt: at.toISOString(),
    actor: { id: actor.id, email: actor.email, displayName: actor.name },
    affectedUser: { id: member.id, email: member.email, displayName: displayNameOf(member) },
    ...told,
    context: { ipAddress, userAgent, scope: 'organization', roleId, roleName, ...told.context },
  };
}
