import { randomUUID } from 'node:crypto';

import pg from 'pg';

import { untilReached } from './open-data-source.js';
import { sessionOptions } from './session-options.js';

/** Capabilities of connections to an address. A pooler in between may remove some. */
export interface AddressTraits {
  /** Whether session settings, such as the role, reach the database. */
  readonly takesOptions: boolean;
  /** Whether a prepared statement can later be executed by its name. */
  readonly keepsPrepared: boolean;
}

export const directAddress: AddressTraits = { takesOptions: true, keepsPrepared: true };

/** A setting without effect. It shows whether session settings reach the database. */
const mark = '-c tamis.options=arrived';

/** Determines the capabilities of the address, waiting as `openDataSource` does. */
export function probeAddress(url: string): Promise<AddressTraits> {
  return untilReached(async () => {
    const { connectionString, options } = sessionOptions(url, 'app');
    try {
      return await probe({ connectionString, options: `${options} ${mark}` });
    } catch (error) {
      if (!isOptionsRefusal(error)) throw error;
      return probe({ connectionString });
    }
  });
}

/** Whether PgBouncer rejected the session settings, as it does unless it is configured to ignore them. */
const isOptionsRefusal = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter.*options/.test(error.message);

async function probe(config: pg.ClientConfig): Promise<AddressTraits> {
  const client = new pg.Client({ ...config, application_name: 'tamis-probe' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ arrived: boolean }>(
      `select current_setting('tamis.options', true) is not distinct from 'arrived' as arrived`,
    );
    if (rows[0]!.arrived) return directAddress;
    return { takesOptions: false, keepsPrepared: await renamesPrepared(client) };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Returns whether the pooler renames prepared statements. One that does tracks which of its connections has which statement (PgBouncer from
 * 1.21, unless `max_prepared_statements` is 0). Any other would execute the statements of one client under the names of another.
 */
async function renamesPrepared(client: pg.Client): Promise<boolean> {
  const name = `tamis_probe_${randomUUID()}`;
  await client.query('begin');
  const { rowCount } = await client.query({
    name,
    text: 'select from pg_prepared_statements where name = $1',
    values: [name],
  });
  if (rowCount === 1) await client.query(`deallocate "${name}"`);
  await client.query('commit');
  return rowCount === 0;
}
