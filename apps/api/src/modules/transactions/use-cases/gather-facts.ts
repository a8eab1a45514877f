import { createHash } from 'node:crypto';

import type { FactRequests } from '@tamis/engine';

import type { Queryable } from '../../../platform/database/index.js';
import { checkLists, type ListAnswer } from '../../data-lists/index.js';
import type { RuleSetPointer } from '../../rule-sets/index.js';
import { factsQuery } from '../persistence/facts-query.js';

export interface GatherFacts {
  readonly organizationId: string;
  readonly requests: FactRequests;
  /** Logical time of the run, milliseconds. */
  readonly now: number;
}

export interface GatheredFacts {
  /** JSON text of `Facts`. */
  readonly json: string;
  /** The rule set in force when the facts were read. */
  readonly pointer: RuleSetPointer | null;
}

const memberships: Readonly<Record<ListAnswer['membership'], string>> = {
  listed: 'true',
  not_listed: 'false',
  unavailable: '"unavailable"',
};

/**
 * Reads everything a run asks for: all windows and which rule set is in force in one round trip, the lists in another when rules
 * ask any. Rows go on as the JSON text the database makes of them.
 */
export async function gatherFacts(
  client: Queryable,
  { organizationId, requests, now }: GatherFacts,
): Promise<GatheredFacts> {
  const { text, values } = factsQuery({ organizationId, windows: requests.windows, now });
  const name = `facts-${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;
  const { rows } = await client.query<Readonly<Record<string, string | null>>>({ name, text, values: [...values] });
  const row = rows[0]!;
  // Items expire by the clock: what a list held at an earlier logical time is a question for replays.
  const answers = await checkLists(client, organizationId, requests.memberships, new Date());
  const windowMembers = requests.windows.map(({ id }, index) => `"${id}":${row[`w${index}`]!}`);
  const membershipMembers = requests.memberships.map(
    ({ id }, index) => `"${id}":${memberships[answers[index]!.membership]}`,
  );
  const pointer = row['pointer'] == null ? null : (JSON.parse(row['pointer']) as [string, number]);
  return {
    json: `{"windows":{${windowMembers.join(',')}},"memberships":{${membershipMembers.join(',')}}}`,
    pointer: pointer && { version: pointer[0], revision: pointer[1] },
  };
}
