import { takeTurn, type Transaction } from '../../../../platform/database/index.js';

/** The emails that people get outside of any organization. */
export type PersonEmailEvent = 'mail.sign_up' | 'mail.sign_up_again' | 'mail.password_reset' | 'mail.sign_in_attempts';

export interface PersonEmail {
  readonly id: string;
  /** The address in lower case. */
  readonly recipient: string;
  readonly event: PersonEmailEvent;
  /** `null` if no account has the address yet. */
  readonly userId: string | null;
  /** `null` if it contains no token. */
  readonly token: { readonly hash: Buffer; readonly masterKeyId: string } | null;
  readonly lifeSeconds: number;
}

/** The maximum number of emails of one kind that an address gets. */
export interface EmailQuota {
  readonly count: number;
  readonly seconds: number;
}

/** Returns whether the email was stored: an address gets no more than its quota, regardless of who requests it. */
export async function insertPersonEmail(client: Transaction, email: PersonEmail, quota: EmailQuota): Promise<boolean> {
  const { id, recipient, event, userId, token, lifeSeconds } = email;
  await client.allowLookup(recipient);
  // Two concurrent requests are counted one after the other.
  await takeTurn(client, `email:${event}:${recipient}`);
  const { rowCount } = await client.query(
    `insert into person_emails (id, recipient, event, user_id, token_hash, master_key_id, created_at, expires_at)
     select $1, $2, $3, $4, $5, $6, clock_timestamp(), clock_timestamp() + make_interval(secs => $7)
     where (select count(*) from person_emails
            where recipient = $2 and event = $3 and created_at > clock_timestamp() - make_interval(secs => $8)) < $9`,
    [
      id,
      recipient,
      event,
      userId,
      token?.hash ?? null,
      token?.masterKeyId ?? null,
      lifeSeconds,
      quota.seconds,
      quota.count,
    ],
  );
  return rowCount === 1;
}

/** Returns the recipient of the token with this hash, once: the token is invalid afterwards, and also when it has expired. */
export async function consumeEmailToken(
  client: Transaction,
  event: PersonEmailEvent,
  hash: Buffer,
): Promise<{ readonly recipient: string; readonly userId: string | null } | null> {
  await client.allowLookup(hash.toString('hex'));
  const { rows } = await client.query<{ recipient: string; userId: string | null }>(
    `delete from person_emails where token_hash = $1 and event = $2 and expires_at > clock_timestamp()
     returning recipient, user_id as "userId"`,
    [hash, event],
  );
  return rows[0] ?? null;
}

/** Invalidates the tokens that were sent to a person or an address to set a password. Leaves the transaction able to look up the id. */
export async function deleteEmailTokens(
  client: Transaction,
  of: { readonly id: string; readonly email: string },
): Promise<void> {
  await client.allowLookup(of.email);
  await client.query('delete from person_emails where recipient = $1 and token_hash is not null', [of.email]);
  await client.allowLookup(of.id);
}

/** Returns the number of removed emails. */
export async function deleteExpiredEmails(client: Transaction, most: number): Promise<number> {
  await client.allowLookup('expired emails');
  const { rowCount } = await client.query(
    `delete from person_emails where id in (select id from person_emails where expires_at < now() order by expires_at limit $1)`,
    [most],
  );
  return rowCount ?? 0;
}
