import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { compileRuleSet, type Context, InMemoryFacts, type EvaluationParams, type RuleSetContent } from '@tamis/engine';
import { readRules } from '@tamis/lang';

import { publishRule } from '../../../../test/support/publish-rule.js';
import { startOwnTestApi, type TestApi } from '../../../../test/support/start-test-api.js';
import { unpackInputs } from '../../decisions/evaluations/index.js';

const sample = (name: string): string =>
  readFileSync(join(__dirname, '../../../../../../rules-fixtures/samples', name), 'utf8');

/** Reads a CSV file whose cells contain no line breaks. */
function readCsv(text: string): Record<string, string>[] {
  const [head = [], ...rows] = text
    .trim()
    .split(/\r?\n/)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    );
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ''])));
}

function sampleRules(): readonly string[] {
  const source = sample('card-payments.rules');
  const lines = source.split('\n');
  const { file } = readRules(source);
  const lists = file.lists.map((list) => `list ${list.name.text} = ${JSON.stringify(list.reference.value)}\n\n`);
  return file.rules.map(({ range }) => {
    const text = lines.slice(range!.start.line, range!.end.line + 1).join('\n');
    return file.lists.some((list) => text.includes(list.name.text)) ? lists.join('') + text : text;
  });
}

const payments = readCsv(sample('payments.csv')).slice(0, 1_500);

const body = (row: Record<string, string>): string =>
  JSON.stringify({
    externalId: row['external_id'],
    type: 'PAYMENT',
    paymentMethod: 'CARD',
    amount: 0,
    currency: row['currency'],
    category: row['category'],
    originExternalId: row['customer_id'],
    transactedAt: row['transacted_at'],
    locationDetails: { latitude: Number(row['merch_lat']), longitude: Number(row['merch_long']) },
  }).replace('"amount":0', `"amount":${row['amount']}`);

describe('sample data set', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startOwnTestApi();
    await api.call('/data-lists', { body: { name: 'watched_customers', type: 'custom', source: 'internal' } });
    for (const row of readCsv(sample('customers.csv'))) {
      const entityData = { person: { firstName: row['first_name'], dateOfBirth: row['date_of_birth'] } };
      const attributes = { profile: row['profile'], home: { lat: Number(row['lat']), lng: Number(row['long']) } };
      const created = await api.call('/entities', {
        body: {
          type: 'person',
          name: row['first_name'],
          countryCode: 'US',
          externalId: row['customer_id'],
          status: 'active',
          entityData,
          attributes,
        },
      });
      expect(created.status).toBe(201);
    }
    for (const source of sampleRules()) {
      await publishRule(
        api,
        { source },
        readRules(source).file.rules[0]?.mode?.text === 'shadow' ? 'shadow' : 'active',
      );
    }
  });
  afterAll(() => api?.stop());

  it('gets the same decisions over HTTP as from the engine with in-memory facts', async () => {
    const customers = new Set(payments.map((row) => row['customer_id']));
    await Promise.all(
      [...customers].map(async (customer) => {
        for (const row of payments.filter((each) => each['customer_id'] === customer))
          expect(await api.call('/transactions', { body: body(row) })).toMatchObject({ status: 201 });
      }),
    );
    const { rows: runs } = await api.pool.query<{ id: string; inputs: Buffer; now: Date; outcome: unknown }>(
      `select e.id, e.inputs, e.now, e.outcome from evaluations e
       join transactions t on t.organization_id = e.organization_id and t.id = e.record_id order by t.seq`,
    );
    const { rows: sets } = await api.pool.query<{ content: RuleSetContent }>(
      'select s.content from rule_sets s join active_rule_sets a using (organization_id, version)',
    );
    const compiled = compileRuleSet(sets[0]!.content);
    if (!compiled.ok) throw new Error('the stored set does not compile');
    const facts = new InMemoryFacts();
    expect(runs).toHaveLength(payments.length);
    const decisions = new Set<string>();
    for (const { id, inputs, now, outcome } of runs) {
      const context = JSON.parse(unpackInputs(inputs).context) as Context;
      const run: EvaluationParams = { evaluationId: id, target: 'transaction', trigger: 'created', now: now.getTime() };
      const again = compiled.value.evaluate(context, facts.gather(compiled.value.requests(context, run), run.now), run);
      expect(JSON.parse(JSON.stringify(again))).toEqual(outcome);
      decisions.add(again.decision);
      facts.add(context);
    }
    expect([...decisions].sort()).toEqual(['APPROVE', 'HOLD', 'REJECT', 'REVIEW_REQUIRED']);
  });
});
