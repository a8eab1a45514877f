import { takeTurn, type Transaction } from '../../../../platform/database/index.js';

/** What people are told outside of any organization. */
export type PersonEmailEvent = 'mail.sign_up' | 'mail.sign_up_again' | 'mail.password_reset' | 'mail.sign_in_attempts';

export interface PersonEmail {
  readonly id: string;
  /** In small letters. */
  readonly recipient: string;
  readonly event: PersonEmailEvent;
  /** Null: nobody has an account with the address yet. */
  readonly userId: string | null;
  /** Null: it holds no token. */
  readonly token: { readonly hash: Buffer; readonly masterKeyId: string } | null;
  readonly lifeSeconds: number;
}

/** How many emails of one kind an address gets. */
export interface EmailQuota {
  readonly count: number;
  readonly seconds: number;
}

/** Whether it was stored: an address gets no more than its quota, whoever asks. */
export async function insertPersonEmail(client: Transaction, email: PersonEmail, quota: EmailQuota): Promise<boolean> {
  const { id, recipient, event, userId, token, lifeSeconds } = email;
  await client.allowLookup(recipient);
  // Two that are asked for at once are counted one after the other.
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

/** Whose mailbox the token of this hash was sent to, once: it is void afterwards, and where it has expired. */
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

/** Makes void what was sent to choose a password, of a person or an address. Leaves the transaction able to look it up. */
export async function deleteEmailTokens(
  client: Transaction,
  of: { readonly id: string; readonly email: string },
): Promise<void> {
  await client.allowLookup(of.email);
  await client.query('delete from person_emails where recipient = $1 and token_hash is not null', [of.email]);
  await client.allowLookup(of.id);
}

/** How many were removed. */
export async function deleteExpiredEmails(client: Transaction, most: number): Promise<number> {
  await client.allowLookup('expired emails');
  const { rowCount } = await client.query(
    `delete from person_emails where id in (select id from person_emails where expires_at < now() order by expires_at limit $1)`,
    [most],
  );
  return rowCount ?? 0;
}
