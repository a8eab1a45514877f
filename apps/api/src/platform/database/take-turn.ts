import type { Queryable } from './queryable.js';

/**
 * Whoever else takes the turn of this name waits until the transaction ends. Statements that come after see what those before have
 * committed: a count that is compared with a limit, for example.
 */
export async function takeTurn(client: Queryable, name: string): Promise<void> {
  await client.query({
    name: 'turn-take',
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [name],
  });
}
