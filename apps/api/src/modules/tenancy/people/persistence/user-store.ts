import { newId, type Transaction } from '../../../../platform/database/index.js';

/** A person who can sign in. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly passwordHash: string;
}

const columns = `id, email, first_name as "firstName", last_name as "lastName", password_hash as "passwordHash"`;

async function findUser(client: Transaction, lookup: string, where: string, value: unknown): Promise<User | null> {
  await client.allowLookup(lookup);
  const { rows } = await client.query<User>(`select ${columns} from users where ${where}`, [value]);
  return rows[0] ?? null;
}

/** @param email in small letters */
export const findUserByEmail = (client: Transaction, email: string): Promise<User | null> =>
  findUser(client, email, 'lower(email) = $1', email);

export const findUserById = (client: Transaction, id: string): Promise<User | null> =>
  findUser(client, id, 'id = $1', id);

/**
 * Whether the password of a person is still the one that was read: it may have changed during the time that hashing takes. It cannot change
 * until the transaction ends, which can look up the id.
 */
export async function lockPassword(client: Transaction, { id, passwordHash }: User): Promise<boolean> {
  await client.allowLookup(id);
  const { rows } = await client.query<{ passwordHash: string }>(
    'select password_hash as "passwordHash" from users where id = $1 for no key update',
    [id],
  );
  return rows[0]?.passwordHash === passwordHash;
}

/** Leaves the transaction able to look up the id. Unique index: `users_email`. */
export async function insertUser(client: Transaction, user: Omit<User, 'id'>): Promise<User> {
  const id = newId();
  await client.allowLookup(id);
  await client.query(
    'insert into users (id, email, first_name, last_name, password_hash) values ($1, $2, $3, $4, $5)',
    [id, user.email, user.firstName, user.lastName, user.passwordHash],
  );
  return { id, ...user };
}

/** Leaves the transaction able to look up the id. */
export async function storePassword(client: Transaction, id: string, passwordHash: string): Promise<void> {
  await client.allowLookup(id);
  await client.query(`update users set password_hash = $2 where id = $1`, [id, passwordHash]);
}
