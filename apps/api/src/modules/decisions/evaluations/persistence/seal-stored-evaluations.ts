import type { Queryable } from '../../../../platform/database/index.js';
import { type AccountNumberCipher, accountNumbersIn } from '../../../../platform/secrets/index.js';
import { readsOf } from './evaluation-store.js';
import { packInputs, unpackInputs } from './packed-inputs.js';

const names = ['context', 'facts', 'outcome'] as const;

type StoredTexts = Readonly<Record<'id' | (typeof names)[number], string>>;

const update = `update evaluations e set inputs = v.inputs, reads = v.reads::json, outcome = v.outcome::json
  from unnest($2::uuid[], $3::bytea[], $4::text[], $5::text[]) as v (id, inputs, reads, outcome)
  where e.organization_id = $1 and e.id = v.id`;

/** Matches texts in facts that may be account numbers, which are neither ids nor times. */
const textPattern = /"((?:[^"\\]|\\.)*\d(?:[^"\\]|\\.)*)"/g;
const isOther = (text: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-|^\d{4}-\d\d-\d\dT/.test(text);

function textsIn(json: string): readonly string[] {
  return [...json.matchAll(textPattern)].flatMap(([text, inside = '']) =>
    inside.length > 255 || isOther(inside) ? [] : [JSON.parse(text) as string],
  );
}

/**
 * Encrypts the account numbers of some evaluations, as `sealTransactions` does for payments, which must come first. `findNumbers`
 * determines which texts are account numbers.
 */
export async function sealStoredEvaluations(
  client: Queryable,
  organizationId: string,
  numbers: AccountNumberCipher,
  {
    after,
    limit,
    findNumbers,
  }: {
    readonly after: string;
    readonly limit: number;
    readonly findNumbers: (texts: readonly string[]) => Promise<ReadonlySet<string>>;
  },
): Promise<{ readonly last: string | null; readonly sealed: number }> {
  const { rows: stored } = await client.query<Pick<StoredTexts, 'id' | 'outcome'> & { readonly inputs: Buffer }>(
    `select id, inputs, outcome::text as outcome from evaluations
     where organization_id = $1 and id > $2 order by id limit $3 for update`,
    [organizationId, after, limit],
  );
  const rows = stored.map(({ inputs, ...row }) => ({ ...row, ...unpackInputs(inputs) }));
  const opened = rows.map((row) => mapTexts(row, (text) => numbers.open('evaluations', text)));
  const found = await findNumbers([...new Set(opened.flatMap(({ facts }) => textsIn(facts)))]);
  const changed = opened.flatMap((row, index) => {
    const known = [...accountNumbersIn(row.context), ...textsIn(row.facts).filter((text) => found.has(text))];
    const sealed = mapTexts(row, (text) => numbers.sealNumbers('evaluations', text, known));
    return names.every((name) => sealed[name] === rows[index]![name]) ? [] : [sealed];
  });
  if (changed.length > 0) {
    await client.query(update, [
      organizationId,
      changed.map(({ id }) => id),
      changed.map(packInputs),
      changed.map(({ facts }) => readsOf(facts)),
      changed.map(({ outcome }) => outcome),
    ]);
  }
  return { last: rows.at(-1)?.id ?? null, sealed: changed.length };
}

const mapTexts = (row: StoredTexts, change: (text: string) => string): StoredTexts => ({
  ...row,
  ...Object.fromEntries(names.map((name) => [name, change(row[name])])),
});
