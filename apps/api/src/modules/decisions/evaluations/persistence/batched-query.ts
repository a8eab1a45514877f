import { createHash } from 'node:crypto';
import { neighboursSql, ofEntitiesSql, type Queryable } from '../../../../platform/database/index.js';
import type { DataReadResult } from '@tamis/lang';
import type { HistoryRead } from '../domain/history-read.js';
import { countSharers, type HistoryContext } from './shared-with.js';

type RiskRead = Extract<HistoryRead, { readonly kind: 'networkRisk' }>;

/** Maximum number of entities that are searched. */
const maxNodes = 1_000;

/**
 * Returns the worst risk score among the entities within a number of relationships, in any direction, excluding the entity itself; 0 if
 * there are none.
 */
async function networkRisk(
  client: Queryable,
  organizationId: string,
  { entityId, hops }: RiskRead,
): Promise<DataReadResult> {
  const seen = new Set([entityId]);
  let worst = 0;
  let newest: readonly string[] = [entityId];
  for (let hop = 0; hop < hops && newest.length > 0; hop += 1) {
    // Entities that are already known are returned again. One more than the limit shows that there are more.
    const values = [organizationId, newest, seen.size + maxNodes + 1];
    const { rows } = await client.query<{ readonly id: string; readonly riskScore: number | null }>({
      name: 'network-neighbours',
      text: neighboursSql,
      values,
    });
    const found = rows.filter(({ id }) => !seen.has(id));
    if (seen.size - 1 + found.length > maxNodes) return { cause: 'too_many_nodes' };
    for (const { id, riskScore } of found) {
      seen.add(id);
      worst = Math.max(worst, riskScore ?? 0);
    }
    newest = found.map(({ id }) => id);
  }
  return { value: worst };
}

type FirstSeenRead = Extract<HistoryRead, { readonly kind: 'firstSeen' }>;

/** Returns SQL for the time of the earliest record of one table, using an index that contains the time. */
const earliest = (table: string, time: string, condition: string): string =>
  `(select ${time} as at from ${table} r where r.organization_id = $1 and ${condition} and ${time} <= $3 and r.id <> $4
    order by ${time} limit 1)`;

const earliestTransaction = (condition: string): string => earliest('transactions', 'r.transacted_at', condition);
const earliestUserEvent = (condition: string): string => earliest('user_events', 'r.occurred_at', condition);

/** Payments of the entities that have the value. */
const earliestByEntity = (side: string, condition: string): string =>
  `(select first.at ${ofEntitiesSql(condition, earliestTransaction(`r.${side} = e.id`))})`;

/** Where a value may have been seen: in payments and user events, found by an index. `$2` is the value. */
const earliestSources: Readonly<Record<FirstSeenRead['seen'], readonly string[]>> = {
  card: [earliestTransaction('r.origin_card = $2'), earliestTransaction('r.destination_card = $2')],
  device: [earliestTransaction('r.device_id = $2'), earliestUserEvent('r.device_id = $2')],
  ip: [earliestTransaction('r.device_address = address_of($2)'), earliestUserEvent('r.address = address_of($2)')],
  payee: [
    earliestTransaction('r.destination_account = $5'),
    earliestByEntity('destination_entity_id', 'external_id = $2'),
  ],
  email: [earliestByEntity('origin_entity_id', 'person_email = lower($2)')],
};

/** Returns when a value was first seen, up to the time of the evaluation and excluding its own record. */
async function firstSeen(
  client: Queryable,
  organizationId: string,
  { moment: { now, recordId }, loadNumbers }: HistoryContext,
  { seen, value }: FirstSeenRead,
): Promise<DataReadResult> {
  const account = seen === 'payee' ? [(await loadNumbers()).tokenOf('transactions.details', value)] : [];
  const { rows } = await client.query<{ readonly at: Date | null }>({
    name: `first-seen-${seen}`,
    text: `select min(at) as at from (${earliestSources[seen].join(' union all ')}) as found`,
    values: [organizationId, value, now, recordId, ...account],
  });
  const at = rows[0]?.at ?? null;
  return at === null ? { cause: 'missing' } : { value: at.toISOString() };
}

/** Answers the reads of an evaluation that cover records of all time, in order. */
export function resolveHistoryReads(
  client: Queryable,
  organizationId: string,
  context: HistoryContext,
  reads: readonly HistoryRead[],
): Promise<readonly DataReadResult[]> {
  return Promise.all(
    reads.map((read) => {
      switch (read.kind) {
        case 'firstSeen':
          return firstSeen(client, organizationId, context, read);
        case 'sharedWith':
          return countSharers(client, organizationId, context, read);
        case 'networkRisk':
          return networkRisk(client, organizationId, read);
      }
    }),
  );
}

/** A statement that returns one row. Its text must not name a table whose rows it changes. */
export interface RowStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export type ResultRow = Readonly<Record<string, string | null>>;

interface PendingQuery {
  readonly values: readonly unknown[];
  readonly resolve: (row: ResultRow) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Queries one row. Concurrent queries on one connection with the same text and different values are combined into a single statement, which
 * is started once for all of them: starting a statement takes the database longer than finding a row.
 */
export function queryBatched(client: Queryable, { text, values }: RowStatement): Promise<ResultRow> {
  return new Promise((resolve, reject) => {
    const query: PendingQuery = { values, resolve, reject };
    const send = (asked: readonly PendingQuery[]): void => void executeBatch(client, text, asked);
    if (client.collect) client.collect(text, query, send);
    else send([query]);
  });
}

async function executeBatch(client: Queryable, text: string, asked: readonly PendingQuery[]): Promise<void> {
  try {
    const rows = await findRows(
      client,
      text,
      asked.map((each) => each.values),
    );
    for (const [place, { resolve }] of asked.entries()) resolve(rows[place]!);
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}

/** Returns a row for each set of values. Identical queries share one result. */
async function findRows(
  client: Queryable,
  text: string,
  all: readonly (readonly unknown[])[],
): Promise<readonly ResultRow[]> {
  const [values] = all;
  if (all.every((each) => isSame(each, values))) {
    const row = await queryRow(client, { text, values: values! });
    return all.map(() => row);
  }
  const joined = batchedStatement(text, all);
  return joined ? queryRows(client, joined) : Promise.all(all.map((own) => queryRow(client, { text, values: own })));
}

/** There are few texts, some for each rule set, but rule sets come and go. */
const maxCachedTexts = 1_000;

/** Caches the result for each text. */
function memoizeByText(make: (text: string) => string): (text: string) => string {
  const kept = new Map<string, string>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    if (kept.size >= maxCachedTexts) kept.clear();
    const made = make(text);
    kept.set(text, made);
    return made;
  };
}

const statementName = memoizeByText((text) => `facts-${createHash('sha256').update(text).digest('hex').slice(0, 40)}`);

/** Queries one row by a separate statement, which may change rows. */
export async function queryRow(client: Queryable, statement: RowStatement): Promise<ResultRow> {
  return (await queryRows(client, statement))[0]!;
}

async function queryRows(client: Queryable, { text, values }: RowStatement): Promise<readonly ResultRow[]> {
  const { rows } = await client.query<ResultRow>({ name: statementName(text), text, values: [...values] });
  return rows;
}

/**
 * Returns the type of a column of differing values, or `null` if they must all be equal, like the organization, which is the first value.
 */
function parameterType(value: unknown, index: number): 'timestamptz' | 'text' | null {
  if (index === 0) return null;
  if (value instanceof Date) return 'timestamptz';
  return typeof value === 'string' ? 'text' : null;
}

/** If the statement casts a text to a UUID, the column has type UUID. Otherwise, the cast would be repeated for each record found. */
const columnType = (text: string, type: string, number: number): string =>
  type === 'text' && text.includes(`$${number}::uuid`) ? 'uuid' : type;

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** Returns one statement with a row for each set of values, in order, or `null` if they differ in a value that cannot become a column. */
function batchedStatement(text: string, all: readonly (readonly unknown[])[]): RowStatement | null {
  const [first, ...others] = all;
  const types = first!.map(parameterType);
  const fits = others.every((values) =>
    values.every((value, index) => {
      const type = types[index] ?? null;
      return parameterType(value, index) === type && (type !== null || isSame(value, first![index]));
    }),
  );
  if (!fits || types.every((type) => type === null)) return null;
  const values = types.map((type, index) => (type === null ? first![index] : all.map((own) => own[index])));
  const bounds: Date[] = [];
  const bound = (number: number, isFrom: boolean): string => {
    const times = (values[number - 1] as Date[]).map((time) => time.getTime());
    bounds.push(new Date(isFrom ? Math.min(...times) : Math.max(...times)));
    return `$${values.length + bounds.length}::timestamptz`;
  };
  return { text: batchedText(text, types, bound), values: [...values, ...bounds] };
}

/**
 * Replaces `$3` with the column `v3` of the values if it has a type. Times of records are also compared with the earliest or latest of all
 * values, because partitions of other times are only skipped for bounds that the database knows in advance.
 */
function batchedText(
  text: string,
  types: readonly (string | null)[],
  bound: (number: number, isFrom: boolean) => string,
): string {
  const columns = types.flatMap((type, index) =>
    type === null ? [] : [{ type: columnType(text, type, index + 1), number: index + 1 }],
  );
  const arrays = columns.map(({ type, number }) => `$${number}::${type}[]`).join(', ');
  const names = columns.map(({ number }) => `v${number}`).join(', ');
  const one = text.replaceAll(
    /(?:(r\.\w+) (>=|<=|<) )?\$(\d+)/g,
    (place, time: string | undefined, than: string, at: string) => {
      const number = Number(at);
      if (types[number - 1] === null) return place;
      if (time === undefined || types[number - 1] !== 'timestamptz') return place.replace(`$${at}`, `own.v${at}`);
      return `${time} ${than} own.v${at} and ${time} ${than} ${bound(number, than === '>=')}`;
    },
  );
  return `select found.* from unnest(${arrays}) with ordinality as own (${names}, place) cross join lateral (${one}) as found
    order by own.place`;
}
