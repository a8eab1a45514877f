import { createHash } from 'node:crypto';
import { neighboursSql, ofEntitiesSql, type Queryable } from '../../../../platform/database/index.js';
import type { DataReadResult } from '@tamis/lang';
import type { HistoryRead } from '../domain/history-read.js';
import { countSharers, type HistoryContext } from './shared-with.js';

type RiskRead = Extract<HistoryRead, { readonly kind: 'networkRisk' }>;

/** Beyond so many entities nobody looks further. */
const maxNodes = 1_000;

/** The worst risk score among the entities within so many relationships, in any direction, the entity itself left out; 0 for none. */
async function networkRisk(
  client: Queryable,
  organizationId: string,
  { entityId, hops }: RiskRead,
): Promise<DataReadResult> {
  const seen = new Set([entityId]);
  let worst = 0;
  let newest: readonly string[] = [entityId];
  for (let hop = 0; hop < hops && newest.length > 0; hop += 1) {
    // Those that are known come again, and one too many tells that there are more.
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

/** The earliest of the records of one table, by an index that has their time. */
const earliest = (table: string, time: string, condition: string): string =>
  `(select ${time} as at from ${table} r where r.organization_id = $1 and ${condition} and ${time} <= $3 and r.id <> $4
    order by ${time} limit 1)`;

const earliestTransaction = (condition: string): string => earliest('transactions', 'r.transacted_at', condition);
const earliestUserEvent = (condition: string): string => earliest('user_events', 'r.occurred_at', condition);

/** Payments of the entities that have it. */
const earliestByEntity = (side: string, condition: string): string =>
  `(select first.at ${ofEntitiesSql(condition, earliestTransaction(`r.${side} = e.id`))})`;

/** Where a value is seen: in payments and user events, by an index. `$2` is the value. */
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

/** When a value was first seen, up to the moment of the run and besides its own record. */
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

/** Answers what a run asks of records of all time, in order. */
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

/** A statement whose answer is one row. Its text names no table whose rows it changes. */
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
 * Asks for one row. Where several ask by the same text on one connection at the same time, with values of their own, they are
 * answered by one statement, which begins once for all of them: to begin one takes the database longer than to find a row.
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

/** A row for each of the values; those who ask the very same are told the same. */
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

/** Texts are few, some for each rule set; rule sets come and go. */
const maxCachedTexts = 1_000;

/** What is made of a text, kept under it. */
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

/** Asks for one row by a statement of its own, which may change rows. */
export async function queryRow(client: Queryable, statement: RowStatement): Promise<ResultRow> {
  return (await queryRows(client, statement))[0]!;
}

async function queryRows(client: Queryable, { text, values }: RowStatement): Promise<readonly ResultRow[]> {
  const { rows } = await client.query<ResultRow>({ name: statementName(text), text, values: [...values] });
  return rows;
}

/** The type of a column of values that differ; null: they must be the same for all, as the organization is, the first of them. */
function parameterType(value: unknown, index: number): 'timestamptz' | 'text' | null {
  if (index === 0) return null;
  if (value instanceof Date) return 'timestamptz';
  return typeof value === 'string' ? 'text' : null;
}

/** Where the text reads a text as a UUID, the column is of UUIDs: it would be read again for each record that is found. */
const columnType = (text: string, type: string, number: number): string =>
  type === 'text' && text.includes(`$${number}::uuid`) ? 'uuid' : type;

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** One statement with a row for each of the values, in their order. Null: they differ in something that cannot be a column. */
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
 * `$3` becomes the column `v3` of the values where it has a type. Times of records are compared with the earliest or latest of all values
 * too: only what the database knows before it begins spares it the partitions of other times.
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
