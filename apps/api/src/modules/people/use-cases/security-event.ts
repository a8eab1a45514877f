import type { RequestOrigin } from '../../../platform/auth/index.js';
import type { OutboxEvent } from '../../../platform/outbox/index.js';
import { displayNameOf } from '../../members/index.js';
import type { User } from '../persistence/user-store.js';

const descriptions = {
  'security.auth.login_succeeded': 'signed in',
  'security.auth.logout': 'signed out',
  'security.member.password_reset': 'changed a forgotten password',
  'security.member.activated': 'accepted the invitation',
} as const;

/** What a person did to their own account, as an organization that they are a member of hears of it. */
export function securityEvent(
  event: keyof typeof descriptions,
  organizationId: string,
  user: Pick<User, 'id' | 'firstName' | 'lastName' | 'email'>,
  { ipAddress, userAgent }: RequestOrigin,
): OutboxEvent {
  const person = { id: user.id, email: user.email, displayName: displayNameOf(user) };
  return {
    organizationId,
    event,
    payload: {
      actionAt: new Date().toISOString(),
      actor: person,
      affectedUser: person,
      description: `${person.displayName} ${descriptions[event]}`,
      changes: {},
      context: { ipAddress, userAgent, scope: 'organization' },
    },
  };
}
