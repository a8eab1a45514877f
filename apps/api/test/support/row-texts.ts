import type { Pool } from 'pg';

import { unpackInputs } from '../../src/modules/decisions/evaluations/index.js';

/** Returns the rows of a table as texts, to search for data that no table may contain. Packed inputs of evaluations are unpacked. */
export async function rowTexts(pool: Pick<Pool, 'query'>, table: string): Promise<readonly string[]> {
  const packed = table.startsWith('evaluations') ? 'inputs' : 'null::bytea';
  const { rows } = await pool.query<{ row: string; inputs: Buffer | null }>(
    `select t::text as row, ${packed} as inputs from ${table} t`,
  );
  return rows.map(({ row, inputs }) => (inputs ? `${row} ${Object.values(unpackInputs(inputs)).join(' ')}` : row));
}
