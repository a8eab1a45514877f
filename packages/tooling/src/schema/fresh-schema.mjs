import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { tablesOfOwners } from '../../table-owners.mjs';
import { readSchema } from './read-schema.mjs';
import { schemaText } from './schema-text.mjs';

/** Returns the text of `schema.sql` from an embedded database that is migrated for this purpose, which takes some seconds. */
export async function freshSchemaText() {
  const { startDevDb } = await import('@tamis/devdb');
  const { migrate } = await import('../../../../apps/api/dist/platform/database/migrate.js');
  const directory = mkdtempSync(join(tmpdir(), 'tamis-schema-'));
  const database = await startDevDb({ dataDir: join(directory, 'data'), durable: false });
  const client = new pg.Client(database.url());
  try {
    await migrate(database.url());
    await client.connect();
    return schemaText(await readSchema(client), tablesOfOwners);
  } finally {
    await client.end();
    await database.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
