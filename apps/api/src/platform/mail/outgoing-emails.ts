import { newId, type Transaction } from '../database/index.js';

/** Events that are reported by email. */
export type EmailEvent =
  | 'mail.automation'
  | 'mail.document_request'
  | 'mail.identity_validation'
  | 'mail.import_report'
  | 'mail.invitation'
  | 'mail.notification'
  | 'mail.password_reset'
  | 'mail.sign_in_attempts'
  | 'mail.sign_up'
  | 'mail.sign_up_again';

export interface OutgoingEmail {
  /** The token is derived from it again when the email is sent. Default: a new id. */
  readonly id?: string;
  /** `null` if the email is not sent on behalf of an organization. */
  readonly organizationId: string | null;
  readonly event: EmailEvent;
  readonly recipient: string;
  /** Values for the text. Does not contain the token. */
  readonly payload: object;
  /** The master key from which the token is derived. Absent if the email has no token. */
  readonly masterKeyId?: string | null;
  /** Seconds after which the email is no longer sent. */
  readonly lifeSeconds: number;
}

/** Returns the input from which the token of an email is derived. */
export const emailTokenUse = (id: string): string => `email ${id}`;

/** Queues emails that are sent once the transaction commits. */
export function enqueueEmails(client: Transaction, emails: readonly OutgoingEmail[]): void {
  if (emails.length === 0) return;
  const column = <T>(of: (email: OutgoingEmail) => T): T[] => emails.map(of);
  client.enqueue({
    name: 'outgoing-emails-insert',
    text: `insert into outgoing_emails (id, organization_id, event, recipient, payload, master_key_id, expires_at)
      select id, organization_id, event, recipient, payload, master_key_id, now() + make_interval(secs => life_seconds)
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::jsonb[], $6::text[], $7::float8[])
        as email (id, organization_id, event, recipient, payload, master_key_id, life_seconds)`,
    values: [
      column(({ id }) => id ?? newId()),
      column(({ organizationId }) => organizationId),
      column(({ event }) => event),
      column(({ recipient }) => recipient),
      column(({ payload }) => JSON.stringify(payload)),
      column(({ masterKeyId }) => masterKeyId ?? null),
      column(({ lifeSeconds }) => lifeSeconds),
    ],
  });
}
