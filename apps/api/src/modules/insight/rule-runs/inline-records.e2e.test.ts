import { limits } from '../../../platform/limits.js';
import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { unknownId } from '../../../../test/support/rule-samples.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { transactionOf, rule, useInlineRecords } from '../../../../test/support/use-inline-records.js';

describe('rules on inline records', () => {
  const { api, create, add, execute, outcome, refusal } = useInlineRecords();

  beforeAll(async () => {
    await add(await create({ name: 'Watched' }), 'Ana');
  });

  describe('of transactions', () => {
    it('return the same result as for stored ones, and store nothing', async () => {
      const tables = ['transactions', 'evaluations', 'alerts', 'outbox_events', 'audit_events', 'entities', 'devices'];
      const counts = async (): Promise<unknown> => {
        const selects = tables.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ');
        return (await api().pool.query(`select ${selects}`)).rows[0];
      };
      const before = await counts();
      const then = 'alert HIGH "{transaction.amount} of {origin.name}"\n set status of transaction to SUSPENDED';
      const record = transactionOf({ originExternalId: 'ana', deviceDetails: { deviceId: 'd-1' } });
      const { status, body } = await execute(rule('transaction.amount >= 500 USD', 'transaction', then), record, {
        includeDebug: true,
      });
      expect([status, body]).toMatchObject([
        200,
        {
          ruleSetCandidate: true,
          counts: { hit: 1, noHit: 0, unknown: 0 },
          results: [{ recordId: null, outcome: 'hit', score: 40, trace: { kind: 'test' } }],
        },
      ]);
      expect(body.results[0].actions.map((action: Body) => action.status)).toEqual(['would_execute', 'would_execute']);
      expect(await counts()).toEqual(before);
    });

    it('read the currently stored parties, windows, lists and rates', async () => {
      const sent = transactionOf({ originExternalId: 'ana', amount: 100, currency: 'BRL' });
      expect(await outcome(rule('origin.name = "Ana"'), sent)).toBe('hit');
      expect(await outcome(rule('count(transactions from origin in last 24h) = 3'), sent)).toBe('hit');
      expect(await outcome(rule('origin.name in list "Watched"'), sent)).toBe('hit');
      expect(await outcome(rule('transaction.amount = 20 USD'), sent)).toBe('hit');
      expect(await outcome(rule('transaction.amountInUsd = 20'), sent)).toBe('hit');
      const early = { ...sent, transactedAt: '2026-03-01T01:30:00Z' };
      expect(await outcome(rule('count(transactions from origin in last 24h) = 2'), early)).toBe('hit');
    });

    it('replace the stored transaction with the same external id, also when sent as it was returned', async () => {
      const paid = (await api().call('/transactions/external/p-2')).body.transaction;
      const source = rule('count(transactions from origin in last 24h) = 2 and transaction.amount = 900 USD');
      expect(await outcome(source, { ...paid, amount: 900 })).toBe('hit');
    });

    it('preserve every digit of the amount', async () => {
      const source = JSON.stringify(rule('transaction.amount = 123456789012345678 USD'));
      const record = JSON.stringify(transactionOf()).replace('700', '123456789012345678');
      const raw = `{"source": ${source}, "on": {"record": ${record}}}`;
      expect((await api().call('/rules/execute', { body: raw })).body.counts).toMatchObject({ hit: 1 });
    });

    it.each<[string, object, string[]]>([
      ['a field that is missing', { amount: undefined }, ['on.record.amount']],
      ['a value of no such kind', { type: 'GIFT', currency: 'x' }, ['on.record.type', 'on.record.currency']],
      ['an amount that is too exact', { amount: 1e-19 }, ['on.record.amount']],
      ['a part of its device', { deviceDetails: { isVpn: 'no' } }, ['on.record.deviceDetails.isVpn']],
      ['a score beyond the scale', { origin: { riskScore: 101 } }, ['on.record.origin.riskScore']],
      ['a party that is not an object', { destination: 'Ana' }, ['on.record.destination']],
      ['a member that parties lack', { origin: { risk: 1 } }, ['on.record.origin.risk']],
      [
        'data of another type',
        { origin: { type: 'person', entityData: { company: {} } } },
        ['on.record.origin.entityData.company'],
      ],
      ['lists that are no object', { lists: [] }, ['on.record.lists']],
      ['a list that nobody has', { lists: { nobodys: [] } }, ['on.record.lists.nobodys']],
      ['a list that is none', { lists: { Watched: 'Ana' } }, ['on.record.lists.Watched']],
      ['an item that is none', { lists: { Watched: [null] } }, ['on.record.lists.Watched[0]']],
      ['an item without a value', { lists: { Watched: ['a', {}] } }, ['on.record.lists.Watched[1].primaryValue']],
      [
        'too many items',
        { lists: { Watched: Array(limits.givenListItems + 1).fill('a') } },
        ['on.record.lists.Watched'],
      ],
      [
        'too many lists',
        { lists: Object.fromEntries(Array.from({ length: limits.givenLists + 1 }, (_, at) => [`l${at}`, []])) },
        ['on.record.lists'],
      ],
      ['a rate of nothing', { rates: [{ base: 'USD', quote: 'BRL', rate: 0 }] }, ['on.record.rates[0].rate']],
      ['a rate to itself', { rates: [{ base: 'USD', quote: 'usd', rate: 1 }] }, ['on.record.rates[0].quote']],
      [
        'two rates of a pair',
        { rates: ['USD', 'BRL'].map((base, at) => ({ base, quote: ['BRL', 'USD'][at], rate: 2 })) },
        ['on.record.rates[1]'],
      ],
      ['too many rates', { rates: Array(limits.givenRates + 1).fill({}) }, expect.arrayContaining(['on.record.rates'])],
    ])('reject %s', async (_, wrong, paths) => {
      expect(await refusal(rule('transaction.amount > 1 USD'), transactionOf(wrong))).toEqual([
        400,
        'VALIDATION_ERROR',
        paths,
      ]);
    });

    it('reject references that match nothing when linking is strict', async () => {
      const wrong = transactionOf({ originExternalId: 'nobody', linkEntityStrict: true });
      expect(await execute(rule('transaction.amount > 1 USD'), wrong)).toMatchObject({
        status: 400,
        body: { error: { code: 'INVALID_ENTITY_REFERENCES', details: [{ role: 'origin', value: 'nobody' }] } },
      });
    });

    it('reject a record sent with an id, one that is no object, and rules on another record type', async () => {
      const source = rule('transaction.amount > 1 USD');
      const both = { on: { transactionId: unknownId, record: transactionOf() } };
      expect((await execute(source, null, both)).body.error.details).toEqual({ on: expect.any(String) });
      expect(await refusal(source, undefined)).toEqual([400, 'VALIDATION_ERROR', ['on']]);
      expect(await refusal(source, [])).toEqual([400, 'VALIDATION_ERROR', ['on.record']]);
      expect(await refusal(source, 7)).toEqual([400, 'VALIDATION_ERROR', ['on.record']]);
      const company = { type: 'company', name: 'Firm', countryCode: 'BR' };
      expect(await refusal(rule('entity.name = "Firm"', 'person'), company)).toEqual([
        400,
        'VALIDATION_ERROR',
        ['on.record'],
      ]);
    });

    it('require permission to read such records', async () => {
      const source = rule('transaction.amount > 1 USD');
      const blind = await createKeyWith(api(), 'rules:execute');
      const refused = await execute(source, transactionOf({ amount: 'x' }), {}, blind);
      expect(refused).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
      const reading = await createKeyWith(api(), 'rules:execute', 'transactions:read');
      expect((await execute(source, transactionOf(), {}, reading)).status).toBe(200);
    });
  });

  it('read nothing from other organizations', async () => {
    const { key } = api().stranger;
    const sent = transactionOf({ originExternalId: 'ana', lists: { Watched: [] } });
    const source = rule('origin.name = "Ana"');
    expect((await execute(source, sent, {}, key)).body.error.details).toEqual({
      'on.record.lists.Watched': expect.any(String),
    });
    const { body } = await execute(source, transactionOf({ originExternalId: 'ana' }), {}, key);
    expect(body.results).toMatchObject([{ outcome: 'unknown' }]);
  });
});
