import { runRuleTests } from '@tamis/authoring/rule-tests';
import { seededRandom } from '@tamis/stdx';

import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import type { TestResponse, Body } from '../../../../test/support/start-test-api.js';
import { useLists } from '../../../../test/support/use-lists.js';
import { packInputs, unpackInputs } from './persistence/packed-inputs.js';

const header = 'on transaction (created)\n  score 10\n';

/** Rules by key: the declarations before the rule, and its condition. */
const rules: Readonly<Record<string, readonly [declared: string, when: string]>> = {
  large: ['', 'transaction.amount >= 500 USD and transaction.type = "PAYMENT"'],
  often: ['', 'count(transactions from origin in last 24h where amount > 50 USD) >= 3'],
  devices: ['', 'count(distinct deviceDetails.deviceId of transactions from origin in last 7d) >= 2'],
  spent: ['', 'sum(amount as USD of transactions from origin in last 48h) >= 600 USD'],
  paid: ['', 'count(prior transactions to destination in last 3d) >= 2 and destination.countryCode in ["BR", "AR"]'],
  unsure: ['', 'transaction.channel = "web" or transaction.metadata.note = "say \\"hi\\""'],
  listed: ['list watched = "watched"\n\n', 'transaction.description in watched'],
  unnamed: ['', 'transaction.description in list "watched"'],
  known: ['', 'origin.name = "Ana" and origin.countryCode is present'],
};

const sourceOf = (key: string): string => {
  const [declared, when] = rules[key]!;
  return `${declared}rule ${key} "${key}" {\n  ${header}  when ${when}\n  then suggest FLAG\n}`;
};

const pasted = (key: string, test: string): string => `${sourceOf(key).slice(0, -1)}${test}\n}`;

describe('evaluation exported as a rule test', () => {
  const { api, create, add } = useLists();
  const ids = new Map<string, string>();
  const evaluations: string[] = [];

  const textOf = (evaluation: string, key: string, more: object = {}): Promise<TestResponse> =>
    api().call(`/evaluations/${evaluation}/test?ruleId=${ids.get(key)}`, more);
  beforeAll(async () => {
    await add(await create({ name: 'watched' }), 'rent');
    for (const [externalId, name, countryCode] of [
      ['ana', 'Ana', 'BR'],
      ['ben', 'Ben', 'US'],
    ])
      await api().call('/entities', { body: { type: 'person', name, countryCode, externalId } });
    const rates = [{ base: 'EUR', quote: 'USD', date: '2026-02-28', rate: 1.1 }];
    await api().call('/currency-rates', { method: 'PUT', body: { rates } });
    for (const key of Object.keys(rules)) ids.set(key, await publishRule(api(), { source: sourceOf(key) }));
    const random = seededRandom(20_260_301);
    const one = <T>(...of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
    for (let index = 0; index < 12; index++) {
      const { body, text } = await api().call('/transactions', {
        body: {
          externalId: `et-${index}`,
          type: one('PAYMENT', 'TRANSFER'),
          amount: one(20, 75.5, 312.25, 640),
          currency: one('USD', 'USD', 'EUR', 'BRL'),
          originExternalId: one('ana', 'ana', 'ben'),
          ...(random() < 0.7 && { destinationExternalId: one('ana', 'ben') }),
          ...(random() < 0.5 && { channel: one('web', 'app') }),
          ...(random() < 0.5 && { deviceDetails: { deviceId: one('d-one', 'd-two') } }),
          metadata: one({}, { note: 'say "hi"' }),
          description: one('rent', 'food'),
          transactedAt: new Date(Date.UTC(2026, 2, 1, index * 5)).toISOString(),
        },
      });
      if (body.rulesResult === undefined) throw new Error(text);
      evaluations.push(body.rulesResult.evaluationId as string);
    }
  });

  it.each(Object.keys(rules).filter((key) => key !== 'unnamed'))(
    'passes within the rule that was evaluated: %s',
    async (key) => {
      const outcomes = new Set<string>();
      for (const evaluation of evaluations) {
        const { status, body, text } = await textOf(evaluation, key);
        if (status !== 200) throw new Error(text);
        const source = body.source as string;
        const report = runRuleTests(pasted(key, source));
        expect([report.passed, report.diagnostics.filter(({ severity }) => severity === 'error')]).toEqual([1, []]);
        const explained = (await api().call(`/evaluations/${evaluation}/explain?ruleId=${ids.get(key)}`)).body;
        const [rule] = explained.rules as Body[];
        const word = /expect (hit|no hit|unknown)/.exec(source)?.[1] ?? '';
        expect(word.replace(' ', '_')).toBe(rule!.outcome);
        outcomes.add(word);
      }
      expect(outcomes.size).toBeGreaterThan(1);
    },
  );

  it.each([
    ['person', 'person.nationality = "BR" and count(transactions from entity in last 1y) >= 0', '/entities', 'no hit'],
    ['userEvent', 'event.eventType = "LOGIN_FAILED" and entity.countryCode = "BR"', '/events/user', 'hit'],
    [
      'userEvent',
      'count(userEvents from entity in last 1h where eventType = "LOGIN_FAILED") >= 2',
      '/events/user',
      'hit',
    ],
  ])('can be made from other records: a %s where %s', async (target, when, path, outcome) => {
    const key = `other_${ids.size}`;
    const source = `rule ${key} "${key}" {\n  on ${target} (created)\n  when ${when}\n  then suggest FLAG\n}`;
    ids.set(key, await publishRule(api(), { source }));
    const event = {
      eventType: 'LOGIN_FAILED',
      userId: 'user-1',
      entityExternalId: 'ana',
    };
    const person = { type: 'person', name: 'Eva', countryCode: 'BR', entityData: { person: { nationality: 'AR' } } };
    const body = path === '/entities' ? person : event;
    await api().call(path, { body });
    const { body: answer, text } = await api().call(path, { body });
    if (answer.rulesResult === undefined) throw new Error(text);
    const told = await textOf(answer.rulesResult.evaluationId as string, key);
    if (told.status !== 200) throw new Error(told.text);
    expect(told.body.source).toContain(`expect ${outcome}`);
    expect(runRuleTests(`${source.slice(0, -1)}${told.body.source as string}\n}`).passed).toBe(1);
  });

  it('expects the result with the defaults of parameters, because tests use them', async () => {
    const library = 'param floor = 1_000 USD between 100 USD and 5_000 USD';
    await api().call('/rules/library', { method: 'PUT', body: { source: library, ifVersion: 0 } });
    const source = `rule tuned "tuned" {\n  ${header}  when transaction.amount >= floor\n  then suggest FLAG\n}`;
    ids.set('tuned', await publishRule(api(), { source }));
    const value = { $money: '500 USD' };
    const body = { value, reason: 'a test of tuned rules' };
    const tuned = await api().call('/rules/params/floor', { method: 'PATCH', body });
    if (tuned.status !== 200) throw new Error(tuned.text);
    const outcomes: string[] = [];
    for (const amount of [700, 1_200]) {
      const pay = { externalId: `tuned-${amount}`, type: 'PAYMENT', amount, currency: 'USD', originExternalId: 'ana' };
      const paid = await api().call('/transactions', { body: pay });
      const hits = paid.body.rulesResult.rulesExecutionSummary.rulesHit as Body[];
      expect(hits.map(({ name }) => name)).toContain('tuned');
      const told = await textOf(paid.body.rulesResult.evaluationId as string, 'tuned');
      const test = told.body.source as string;
      const report = runRuleTests(`${library}\n${source.slice(0, -1)}${test}\n}`);
      expect([report.passed, report.failed]).toEqual([1, 0]);
      outcomes.push(...test.match(/(\/\/|expect) .*/g)!);
    }
    const comment = '// The evaluation was hit with floor = 500 USD; tests use the defaults.';
    expect(outcomes).toEqual([comment, 'expect no hit', 'expect hit']);
  });

  it('is rejected when a test cannot express it: a list that has no name in the rule', async () => {
    const answers = await Promise.all(evaluations.map((evaluation) => textOf(evaluation, 'unnamed')));
    const said = answers.map(({ status, body }) => [status, body.error?.code, body.error?.message].join(' '));
    expect(new Set(said)).toEqual(
      new Set([
        '200  ',
        '422 TEST_NOT_EXPRESSIBLE A test cannot express what the rule read: the response to a `listed` of its lists',
      ]),
    );
  });

  it('is rejected when windows held more records than a test may contain', async () => {
    const evaluation = evaluations.pop()!;
    const { rows } = await api().pool.query<{ inputs: Buffer }>('select inputs from evaluations where id = $1', [
      evaluation,
    ]);
    const { context, facts: stored } = unpackInputs(rows[0]!.inputs);
    const before = JSON.parse(stored);
    const windows = Object.entries(before.windows as Record<string, unknown[]>).map(([id, held]) => [
      id,
      held.length === 0 ? [] : Array.from({ length: 1_001 }, () => held[0]),
    ]);
    const facts = { ...before, windows: Object.fromEntries(windows), recordIds: {}, totals: {} };
    const inputs = packInputs({ context, facts: JSON.stringify(facts) });
    await api().pool.query('update evaluations set inputs = $2 where id = $1', [evaluation, inputs]);
    const { status, body } = await textOf(evaluation, 'spent');
    expect([status, body.error?.message]).toEqual([422, expect.stringContaining('at most 1000 records')]);
  });

  it('requires permission to read sensitive data only when the test would reveal identities', async () => {
    const [evaluation] = evaluations as [string];
    const key = await createKeyWith(api(), 'transactions:read', 'rules:read');
    const refused = await textOf(evaluation, 'known', { key });
    expect([refused.status, refused.body.error.requiredPermission]).toEqual([403, 'entities:read_sensitive']);
    expect(refused.text).not.toContain('Ana');
    const devices = await Promise.all(evaluations.map((each) => textOf(each, 'devices', { key })));
    expect(new Set(devices.map(({ status }) => status))).toEqual(new Set([200, 403]));
    expect(devices.map(({ text }) => text).join()).not.toMatch(/d-one|d-two/);
    expect((await textOf(evaluation, 'large', { key })).status).toBe(200);
    expect((await textOf(evaluation, 'known')).status).toBe(200);
  });

  it('requires permission to read rules and the record, and a rule that was evaluated', async () => {
    const [evaluation] = evaluations as [string];
    const refusal = async (...permissions: string[]): Promise<unknown> => {
      const { status, body } = await textOf(evaluation, 'large', { key: await createKeyWith(api(), ...permissions) });
      return [status, body.error.message];
    };
    expect(await refusal('transactions:read')).toEqual([403, expect.stringContaining('rules:read')]);
    expect(await refusal('rules:read')).toEqual([403, expect.stringContaining('transactions:read')]);
    const none = await api().call(`/evaluations/${evaluation}/test?ruleId=${evaluation}`);
    expect([none.status, none.body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect((await api().call(`/evaluations/${evaluation}/test`)).status).toBe(400);
  });
});
