import type { AuditEntry, Changes } from '../../../platform/audit/index.js';
import type { OutboxEvent } from '../../../platform/outbox/index.js';

/** Who did something, in which organization and from where. A `Principal` and the subject of an audit entry both qualify. */
export interface SecuritySubject {
  readonly organizationId: string;
  readonly actor: { readonly id: string | null; readonly name: string | null; readonly email?: string | null };
  /** Absent for the server itself, or its administrator. */
  readonly from?: { readonly ipAddress: string | null; readonly userAgent: string | null };
}

/** The user who was affected. */
export interface AffectedUser {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
}

export interface SecurityEvent {
  readonly event: `security.${string}`;
  readonly description: string;
  readonly changes: object;
  readonly affectedUser?: AffectedUser;
  readonly context?: object;
}

/** Returns a `security.*` event in the common format (shapes 16.6). */
export const securityEvent = (
  { organizationId, actor, from }: SecuritySubject,
  { event, description, changes, affectedUser, context }: SecurityEvent,
  at: Date,
): OutboxEvent => ({
  organizationId,
  event,
  payload: {
    actionAt: at.toISOString(),
    actor: { id: actor.id, email: actor.email ?? null, displayName: actor.name },
    affectedUser: affectedUser ?? null,
    description,
    changes,
    context: {
      ipAddress: from?.ipAddress ?? null,
      userAgent: from?.userAgent ?? null,
      scope: 'organization',
      ...context,
    },
  },
});

/** Returns the event for a change recorded in the audit trail, with permissions as those added and removed. */
export const recordedSecurityEvent = (
  subject: SecuritySubject,
  event: SecurityEvent['event'],
  { summary, changes }: Pick<AuditEntry, 'summary' | 'changes'>,
  at: Date,
): OutboxEvent =>
  securityEvent(subject, { event, description: summary, changes: toSecurityChanges(changes ?? {}) }, at);

const permissionMembers: ReadonlySet<string> = new Set(['permissions', 'scopes']);

export const toSecurityChanges = (changes: Changes): object =>
  Object.fromEntries(
    Object.entries(changes).map(([name, { previous, current }]) =>
      permissionMembers.has(name)
        ? ['permissions', permissionChanges(toNames(previous), toNames(current))]
        : [name, { previous, current }],
    ),
  );

const toNames = (names: unknown): readonly string[] => (Array.isArray(names) ? (names as readonly string[]) : []);

const permissionChanges = (before: readonly string[], after: readonly string[]): object => ({
  added: after.filter((name) => !before.includes(name)),
  removed: before.filter((name) => !after.includes(name)),
  current: after,
});
