import type { Transaction } from '../../../../platform/database/index.js';

/** Invalidates the person's previous link. Leaves the transaction able to look up the id. */
export async function insertSignInLink(
  client: Transaction,
  userId: string,
  link: { readonly hash: Buffer; readonly lifeSeconds: number },
): Promise<void> {
  await client.allowLookup(userId);
  await client.query(
    `insert into sign_in_links (user_id, token_hash, expires_at)
     values ($1, $2, clock_timestamp() + make_interval(secs => $3))
     on conflict (user_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    [userId, link.hash, link.lifeSeconds],
  );
}

/** Returns the person whose link had the token with this hash, once: the token is invalid afterwards, and also when it has expired. */
export async function consumeSignInLink(client: Transaction, hash: Buffer): Promise<string | null> {
  await client.allowLookup(hash.toString('hex'));
  const { rows } = await client.query<{ userId: string }>(
    `delete from sign_in_links where token_hash = $1 and expires_at > clock_timestamp() returning user_id as "userId"`,
    [hash],
  );
  return rows[0]?.userId ?? null;
}

/** Leaves the transaction able to look up the id. */
export async function deleteSignInLink(client: Transaction, userId: string): Promise<void> {
  await client.allowLookup(userId);
  await client.query('delete from sign_in_links where user_id = $1', [userId]);
}
