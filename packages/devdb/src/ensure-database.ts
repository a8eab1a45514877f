import pg from 'pg';

/** SQLSTATEs of losing the race to create: duplicate_database, and unique_violation in the catalogue. */
const createdByAnother = new Set(['42P04', '23505']);

/** Creates database `name` on the server at `url` unless it exists. */
export async function ensureDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    if (!createdByAnother.has((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
}
