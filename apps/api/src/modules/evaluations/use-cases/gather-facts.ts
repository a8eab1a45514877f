import { createHash } from 'node:crypto';

import type { FactRequests, Facts } from '@tamis/engine';
import type { DataRead, RateTable } from '@tamis/lang';
import { canonicalJson } from '@tamis/stdx';

import type { Queryable } from '../../../platform/database/index.js';
import { withSpan } from '../../../platform/tracing/index.js';
import { isListRead, ListReading } from '../../data-lists/index.js';
import type { RuleSetPointer } from '../../rule-sets/index.js';
import { factsQuery, isAnswerable } from '../persistence/facts-query.js';

export interface GatherFacts {
  readonly organizationId: string;
  readonly requests: FactRequests;
  /** Null: none was asked for. */
  readonly rates: RateTable | null;
}

export interface GatheredFacts {
  /** JSON text of `Facts`. What cannot be looked up yet is left out, and then unknown to the rules. */
  readonly json: string;
  /** The rule set in force when the facts were read. */
  readonly pointer: RuleSetPointer | null;
}

/**
 * Reads everything a run asks for: all windows and which rule set is in force in one round trip, the lists in another when rules
 * ask any. Rows go on as the JSON text the database makes of them.
 */
export function gatherFacts(client: Queryable, asked: GatherFacts): Promise<GatheredFacts> {
  const { windows, reads } = asked.requests;
  const counts = { 'tamis.windows': windows.length, 'tamis.reads': reads.length };
  return withSpan('gather facts', counts, () => readFacts(client, asked));
}

async function readFacts(client: Queryable, { organizationId, requests, rates }: GatherFacts): Promise<GatheredFacts> {
  const windows = requests.windows.filter(isAnswerable);
  const { text, values } = factsQuery({ organizationId, windows });
  const name = `facts-${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;
  const { rows } = await client.query<Readonly<Record<string, string | null>>>({ name, text, values: [...values] });
  const row = rows[0]!;
  const windowMembers = windows.map(({ id }, index) => `"${id}":${row[`w${index}`]!}`);
  const reads = await readLists(client, organizationId, requests.reads);
  const pointer = row['pointer'] == null ? null : (JSON.parse(row['pointer']) as [string, number]);
  return {
    json: `{"windows":{${windowMembers.join(',')}},"reads":${JSON.stringify(reads)}${rates ? `,"rates":${JSON.stringify(rates)}` : ''}}`,
    pointer: pointer && { version: pointer[0], revision: pointer[1] },
  };
}

async function readLists(
  client: Queryable,
  organizationId: string,
  reads: readonly DataRead[],
): Promise<NonNullable<Facts['reads']>> {
  const asked = reads.filter(isListRead);
  const answers = await new ListReading(client, organizationId, { at: new Date() }).answer(asked);
  return Object.fromEntries(asked.map((read, index) => [canonicalJson({ ...read }), answers[index]!]));
}
