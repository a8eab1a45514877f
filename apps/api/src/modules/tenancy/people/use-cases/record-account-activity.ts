import { type AuditEntry, byPerson, recordAudit } from '../../../../platform/audit/index.js';
import type { RequestOrigin } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { type OutboxEvent, writeEvents } from '../../../../platform/outbox/index.js';
import { displayNameOf, forEachMembership } from '../../members/index.js';
import type { User } from '../persistence/user-store.js';

type NamedUser = Pick<User, 'id' | 'firstName' | 'lastName' | 'email'>;

/** The actions of people on their own account: the announced event, the name in the audit trail, and a description. */
const accountActivities = {
  login_succeeded: { event: 'security.auth.login_succeeded', did: 'signed in' },
  login_failed: { event: 'security.auth.login_failed', did: 'could not sign in: wrong password' },
  logout: { event: 'security.auth.logout', did: 'signed out' },
  member_password_reset: { event: 'security.member.password_reset', did: 'reset the password' },
  member_password_changed: { event: null, did: 'changed the password' },
  member_activated: { event: 'security.member.activated', did: 'accepted the invitation' },
} as const;

export type AccountActivity = keyof typeof accountActivities;

const activitySummary = (deed: AccountActivity, user: NamedUser): string =>
  `${displayNameOf(user)} ${accountActivities[deed].did}`;

/** A wrong password does not identify the person who sent it. */
const isAuthenticatedActor = (deed: AccountActivity): boolean => deed !== 'login_failed';

/** Returns the events of a person's action for an organization of which they are a member; empty if the action is not announced. */
export function securityEvents(
  deed: AccountActivity,
  organizationId: string,
  user: NamedUser,
  { ipAddress, userAgent }: RequestOrigin,
): readonly OutboxEvent[] {
  const { event } = accountActivities[deed];
  if (event === null) return [];
  const person = { id: user.id, email: user.email, displayName: displayNameOf(user) };
  const payload = {
    actionAt: new Date().toISOString(),
    actor: isAuthenticatedActor(deed) ? person : { id: null, email: null, displayName: null },
    affectedUser: person,
    description: activitySummary(deed, user),
    changes: {},
    context: { ipAddress, userAgent, scope: 'organization' },
  };
  return [{ organizationId, event, payload }];
}

const activityAuditEntry = (deed: AccountActivity, user: NamedUser): AuditEntry => ({
  event: deed,
  resourceType: 'user',
  resourceId: user.id,
  summary: activitySummary(deed, user),
  ...(!isAuthenticatedActor(deed) && { actor: { type: 'user', id: null, name: null } }),
});

/**
 * Reports an action of a person to all their accounts, as an event and in the audit trail; `perOrganization` is called there first. Leaves
 * the transaction in the last of the organizations.
 */
export async function recordAccountActivity(
  client: Transaction,
  { activity: deed, user, from, perOrganization: also }: RecordedActivity,
): Promise<void> {
  const person = { userId: user.id, name: displayNameOf(user), from };
  await forEachMembership(client, user.id, async (home) => {
    await also?.(home);
    await writeEvents(client, securityEvents(deed, home, user, from));
    await recordAudit(client, byPerson(home, person), [activityAuditEntry(deed, user)]);
  });
}

export interface RecordedActivity {
  readonly activity: AccountActivity;
  readonly user: NamedUser;
  readonly from: RequestOrigin;
  readonly perOrganization?: (home: string) => Promise<void>;
}
