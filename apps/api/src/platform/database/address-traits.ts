import { randomUUID } from 'node:crypto';

import pg from 'pg';

import { untilReached } from './open-data-source.js';
import { sessionOptions } from './session-options.js';

/** What connections to an address can do: a pooler that stands between takes some of it away. */
export interface AddressTraits {
  /** Whether the settings of a session reach the database, its role among them. */
  readonly takesOptions: boolean;
  /** Whether a statement that was prepared once can be run by its name later. */
  readonly keepsPrepared: boolean;
}

export const directAddress: AddressTraits = { takesOptions: true, keepsPrepared: true };

/** A setting that means nothing: it shows whether any arrive. */
const mark = '-c tamis.options=arrived';

/** Asks what the address can do, waiting as `openDataSource` does. */
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

/** PgBouncer, unless it is told to ignore them. */
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
 * Whether the pooler gives prepared statements names of its own, as one does that knows on which of its connections each is (PgBouncer
 * from 1.21, unless `max_prepared_statements` is 0). Any other would run the statements of one client by the names of another.
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
