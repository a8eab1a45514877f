import { newId, type Transaction } from '../database/index.js';

/** What people are told by email. */
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
  /** Its token is made of it again when it is sent. Default: a new one. */
  readonly id?: string;
  /** Null: it is sent in the name of no organization. */
  readonly organizationId: string | null;
  readonly event: EmailEvent;
  readonly recipient: string;
  /** What its text is made of. It holds no token. */
  readonly payload: object;
  /** The master key that its token is derived with; absent: it holds none. */
  readonly masterKeyId?: string | null;
  /** Afterwards it is not sent any more. */
  readonly lifeSeconds: number;
}

/** What the token of an email is derived from. */
export const emailTokenUse = (id: string): string => `email ${id}`;

/** Has emails sent when the transaction commits, and none where it does not. */
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
