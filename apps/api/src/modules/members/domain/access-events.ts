import type { Principal } from '../../../platform/auth/index.js';
import type { OutboxEvent } from '../../../platform/outbox/index.js';
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
  return events.map(([event, description]) => ({
    organizationId: principal.organizationId,
    event: `security.member.${event}`,
    payload: payload(before, after, principal, at, description!),
  }));
}

function payload(before: Member, after: Member, principal: Principal, at: Date, description: string): object {
  const [fromAccess, toAccess] = [before.environmentAccess, after.environmentAccess];
  const { ipAddress, userAgent } = principal.from;
  return {
    actionAt: at.toISOString(),
    actor: { id: principal.actor.id, email: principal.actor.email, displayName: principal.actor.name },
    affectedUser: { id: after.id, email: after.email, displayName: displayNameOf(after) },
    description,
    changes: { environmentAccess: { previous: fromAccess, current: toAccess } },
    context: {
      ipAddress,
      userAgent,
      scope: 'organization',
      roleId: after.role.id,
      roleName: after.role.name,
      fromAccess,
      toAccess,
    },
  };
}
