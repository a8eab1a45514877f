import { reportPromise } from '@tamis/testkit';
import fc from 'fast-check';

import { mergeObjects } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { type Body } from '../../../../test/support/start-test-api.js';
import { useTransactions } from '../../../../test/support/use-transactions.js';

const runs = Number(process.env['TAMIS_RUNS'] ?? 40);
const rounds = Number(process.env['TAMIS_ROUNDS'] ?? 2);
const writers = 100;

describe('transaction updates', () => {
  const { api, payment, create, patch, read, eventsOf, namesOf, trailOf } = useTransactions();

  const device = { ipAddress: '203.0.113.7', deviceId: 'd-1', isVpn: false, vendor: { a: 1 } };

  /** Section, case, fields of the created transaction, request, response, and content of the audit log entry. */
  const accepted: [section: string, title: string, before: object, sent: object, after: object, trail: object][] = [
    [
      '4.10',
      'a key of metadata, which replaces that key wholesale',
      { metadata: { a: { x: 1 }, b: 2 } },
      { metadata: { a: { y: 2 } } },
      { metadata: { a: { y: 2 }, b: 2 } },
      { metadata: { previous: { a: { x: 1 } }, current: { a: { y: 2 } } } },
    ],
    [
      '4.10',
      'a new key of metadata',
      {},
      { metadata: { note: null } },
      { metadata: { note: null } },
      { metadata: { previous: {}, current: { note: null } } },
    ],
    [
      '4.10',
      'keys of the device',
      { deviceDetails: device },
      { deviceDetails: { isVpn: true, vendor: { b: 2 } } },
      { deviceDetails: { ...device, isVpn: true, vendor: { b: 2 } } },
      {
        deviceDetails: {
          previous: { isVpn: false, vendor: { a: 1 } },
          current: { isVpn: true, vendor: { b: 2 } },
        },
      },
    ],
    [
      '4.10',
      'the device where there was none',
      {},
      { deviceDetails: { deviceId: 'd' } },
      { deviceDetails: { deviceId: 'd' } },
      { deviceDetails: { previous: {}, current: { deviceId: 'd' } } },
    ],
    ['4.10', 'channel', {}, { channel: 'web' }, { channel: 'web' }, { channel: { previous: null, current: 'web' } }],
    [
      '4.10',
      'channel, cleared',
      { channel: 'web' },
      { channel: null },
      { channel: null },
      { channel: { previous: 'web', current: null } },
    ],
    [
      '4.10',
      'reason of a closed transaction',
      { status: 'DECLINED' },
      { reason: 'FRAUD_SUSPECTED' },
      { reason: 'FRAUD_SUSPECTED' },
      { reason: { previous: 'WITHOUT_REASON', current: 'FRAUD_SUSPECTED' } },
    ],
    [
      '6.3',
      'only what differs, beside values that are the stored ones',
      { channel: 'web', metadata: { a: 1, b: 2 } },
      { channel: 'web', metadata: { a: 1, b: 3 } },
      { channel: 'web', metadata: { a: 1, b: 3 } },
      { metadata: { previous: { b: 2 }, current: { b: 3 } } },
    ],
    [
      'shapes 0',
      'a known field beside one that cannot be changed here',
      {},
      { amount: 99, status: 'SENT', channel: 'api' },
      { channel: 'api' },
      { channel: { previous: null, current: 'api' } },
    ],
  ];

  let patched = 0;
  it.each(accepted)('section %s: %s', async (_section, _title, before, body, after, trail) => {
    const made = await create({ ...before, executeRules: false });
    const byExternalId = (patched += 1) % 2 === 0;
    const answer = await patch(byExternalId ? `external/${made.externalId}` : made.id, body);
    const { id, externalId, channel, reason, metadata, deviceDetails } = made;
    const { updatedAt } = answer.body.transaction;
    expect(answer.body).toEqual({
      success: true,
      requestId: expect.any(String),
      transaction: { id, externalId, channel, reason, metadata, deviceDetails, ...after, updatedAt },
    });
    expect(await read(id)).toEqual({ ...made, ...after, updatedAt });
    const events = await trailOf(id);
    expect(events.map(({ event }) => event)).toEqual(['transaction_created', 'transaction_updated']);
    expect(events[1].changes).toEqual(trail);
    const told = (await eventsOf(id))[1]!;
    expect([told.event, Object.keys(told.payload.changes)]).toEqual(['transaction.updated', Object.keys(trail)]);
    expect(told.payload).toMatchObject({ transactionId: id, ...after, amount: 10 });
  });

  it('section 4.10: record a digit beyond double precision as a change, but not another spelling of a number', async () => {
    const { id } = await create({ executeRules: false });
    const send = (number: string) =>
      patch(id, `{"metadata":{"n":{"exact":${number},"text":"1"}},"deviceDetails":{"n":${number}}}`);
    expect((await send('0.12345678901234567890')).status).toBe(200);
    expect(await send('0.1234567890123456789')).toMatchObject({ status: 400, body: { error: { code: 'NO_CHANGES' } } });
    const changed = await send('0.12345678901234567891');
    expect([changed.status, changed.text.match(/0\.12345678901234567891/g)]).toEqual([200, expect.any(Array)]);
    const told = (await trailOf(id)).at(-1)!;
    expect(Object.keys(told.changes.metadata.current as object)).toEqual(['n']);
  });

  const refused: [section: string, before: object, sent: unknown, status: number, code: string, details?: string][] = [
    ['4.10', {}, {}, 400, 'VALIDATION_ERROR', 'body'],
    ['4.10', {}, { amount: 5 }, 400, 'VALIDATION_ERROR', 'body'],
    ['4.10', {}, { metadata: null }, 400, 'VALIDATION_ERROR', 'metadata'],
    ['4.10', {}, { metadata: [] }, 400, 'VALIDATION_ERROR', 'metadata'],
    ['4.10', {}, { metadata: 'x' }, 400, 'VALIDATION_ERROR', 'metadata'],
    ['4.10', {}, { channel: 'c'.repeat(51) }, 400, 'VALIDATION_ERROR', 'channel'],
    ['4.10', {}, { reason: 'BECAUSE' }, 400, 'VALIDATION_ERROR', 'reason'],
    ['4.10', {}, { deviceDetails: { ipAddress: '300.1.1.1' } }, 400, 'VALIDATION_ERROR', 'deviceDetails.ipAddress'],
    ['4.10', {}, { metadata: {} }, 400, 'NO_CHANGES'],
    ['4.10', {}, { deviceDetails: {} }, 400, 'NO_CHANGES'],
    ['4.10', { metadata: { a: [1, { b: 2 }] } }, { metadata: { a: [1.0, { b: 2 }] } }, 400, 'NO_CHANGES'],
    ['4.10', { channel: 'web' }, { channel: 'web' }, 400, 'NO_CHANGES'],
    ['4.10', {}, { channel: null }, 400, 'NO_CHANGES'],
    ['4.10', {}, { reason: 'WITHOUT_REASON' }, 400, 'NO_CHANGES'],
    ['1.5', {}, { changeStatus: {} }, 400, 'VALIDATION_ERROR', 'status'],
    ['1.5', {}, { changeStatus: { status: 'PAID' } }, 400, 'VALIDATION_ERROR', 'status'],
    ['1.5', {}, { changeStatus: { status: 'SENT', reason: 'BECAUSE' } }, 400, 'VALIDATION_ERROR', 'reason'],
    ['1.5', {}, { changeStatus: { status: 'SENT', comment: 'c'.repeat(4_001) } }, 400, 'VALIDATION_ERROR', 'comment'],
  ];

  it.each(['metadata', 'deviceDetails'])('section 4.10: limit the total size of %s', async (field) => {
    const half = 'x'.repeat(limits.transactionJsonCharacters / 2);
    const { id } = await create({ [field]: { a: half }, executeRules: false });
    const { status, body } = await patch(id, { [field]: { b: half } });
    expect([status, body.error.code, Object.keys(body.error.details)]).toEqual([400, 'VALIDATION_ERROR', [field]]);
    expect((await patch(id, { [field]: { a: 'small' } })).status).toBe(200);
  });

  it.each(refused)(
    'section %s: for a transaction with %j, reject %j with %i %s',
    async (_section, before, body, status, code, field = '') => {
      const made = await create({ ...before, executeRules: false });
      const { changeStatus } = body as { readonly changeStatus?: object };
      const answer = await (changeStatus ? patch(`${made.id}/changeStatus`, changeStatus) : patch(made.id, body));
      expect([answer.status, answer.body.error.code]).toEqual([status, code]);
      if (field) expect(Object.keys(answer.body.error.details)).toContain(field);
      expect(await read(made.id)).toEqual(made);
      expect(await namesOf(made.id)).toEqual(['transaction.created']);
    },
  );

  it.each(['', '/changeStatus'])(
    'sections 4.10, 1.5: return 404 for PATCH …%s of an unknown transaction',
    async (below) => {
      for (const path of ['00000000-0000-7000-8000-000000000000', 'external/nobody', 'no-uuid']) {
        const { status, body } = await patch(`${path}${below}`, { channel: 'web', status: 'SENT' });
        expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
      }
    },
  );

  it('section 4.10: return the error of a patch without permission as a text without a code', async () => {
    const made = await create({ executeRules: false });
    const reader = { name: 'reader', permissions: ['transactions:read'] };
    const { key } = (await api().call('/api-keys', { body: reader })).body;
    for (const path of [made.id, `external/${made.externalId}`]) {
      const answer = await api().call(`/transactions/${path}`, { method: 'PATCH', body: { channel: 'web' }, key });
      expect(answer).toMatchObject({ status: 403, body: { error: expect.any(String), requestId: expect.any(String) } });
      expect(answer.body).not.toHaveProperty('code');
    }
  });

  describe('with a new evaluation (sections 4.10, 5.1)', () => {
    beforeAll(async () => {
      await publishRule(api(), {
        source: `rule on_update "on_update" {
  on transaction (updated)
  score 20
  when transaction.channel = "risky"
  then suggest BLOCK
       alert HIGH "risky"
}`,
      });
      await publishRule(api(), {
        source: `rule on_count "on count" {
  on transaction (updated)
  let n = count(transactions from origin in last 1h)
  when n >= 0
  then alert LOW "{n}"
}`,
      });
    });

    it('store decision, alert, flag, evaluation and events if the patch requests it', async () => {
      const made = await create({ originExternalId: 'ana', metadata: { n: 0 } });
      expect(made).toMatchObject({ decision: 'APPROVE', flagged: false });
      const plain = await patch(made.id, { metadata: { n: 1 } });
      expect(plain.body).not.toHaveProperty('rulesExecutionSummary');
      expect((await read(made.id)).lastEvaluationId).toBe(made.lastEvaluationId);
      const { body } = await patch(`${made.id}?executeRules=true`, { channel: 'risky' });
      const { evaluationId, decision, rulesHit } = body.rulesExecutionSummary;
      expect([decision, rulesHit.map(({ ruleKey }: Body) => ruleKey).sort()]).toEqual([
        'REJECT',
        ['on_count', 'on_update'],
      ]);
      expect(await read(made.id)).toMatchObject({
        decision,
        flagged: true,
        lastEvaluationId: evaluationId,
        channel: 'risky',
        metadata: { n: 1 },
      });
      const { evaluation } = (await api().call(`/evaluations/${evaluationId}`)).body;
      expect(evaluation).toMatchObject({ trigger: 'transaction_updated', recordId: made.id, now: made.transactedAt });
      expect((await eventsOf(made.id)).slice(2)).toMatchObject([
        { event: 'transaction.updated', payload: { decision, flagged: true } },
        {
          event: 'transaction.flagged',
          payload: { evaluationId, decision, suggestion: 'BLOCK', alerts: [expect.anything(), expect.anything()] },
        },
      ]);
      const trail = (await trailOf(made.id)).map(({ event }) => event);
      expect(trail).toEqual(expect.arrayContaining(['transaction_updated', 'alert_created', 'risk_analysis_executed']));
      // The rules no longer object to it, but the alerts are still open.
      const after = await patch(`${made.id}?executeRules=true`, { channel: null });
      expect(after.body.rulesExecutionSummary.decision).toBe('APPROVE');
      expect(await read(made.id)).toMatchObject({ decision: 'APPROVE', flagged: true });
    });

    it('count the transaction itself once, however often it is evaluated', async () => {
      const hour = '2026-04-01T10:00:00.000Z';
      const ids: string[] = [];
      for (let n = 0; n < 4; n += 1)
        ids.push((await create({ originExternalId: 'ana', transactedAt: hour, executeRules: false })).id);
      const answers = await Promise.all(
        [...ids, ...ids].map((id, n) => patch(`${id}?executeRules=true`, { metadata: { [`n${n}`]: n } })),
      );
      const titles = answers.map(({ body }) => body.rulesExecutionSummary.actionsExecuted.alerts[0].title as string);
      expect(titles).toEqual(titles.map(() => String(ids.length)));
    });
  });

  it('promise 22: patches of different keys at once lose none', async () => {
    let lost = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await create({ originExternalId: 'ana', executeRules: false });
      const withRules = (n: number): string => (round % 2 === 1 && n % 10 === 0 ? '?executeRules=true' : '');
      const answers = await Promise.all(
        Array.from({ length: writers }, (_, n) => patch(`${id}${withRules(n)}`, { metadata: { [`key${n}`]: n } })),
      );
      expect(answers.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
      const { metadata } = await read(id);
      lost += Array.from({ length: writers }, (_, n) => metadata[`key${n}`] === n).filter((kept) => !kept).length;
      expect(await namesOf(id).then((names) => names.filter((name) => name === 'transaction.updated'))).toHaveLength(
        writers,
      );
    }
    reportPromise(22, {
      figure: `${lost} keys lost in ${rounds} rounds of ${writers} patches of different metadata keys`,
      target: '100 keys present',
      holds: lost === 0,
    });
    expect(lost).toBe(0);
  });

  it('promise 24: metadata that is written is what is read, through create, patch and announcement', async () => {
    const odd = fc
      .uniqueArray(
        fc.tuple(
          fc.constantFrom('constructor', 'toString', '2', '1', 'a', '\\u0061b', 'é', '', '__proto__'),
          fc.constantFrom('1.0', '1e2', '-0.0', '9007199254740993', '{"y":1,"2":{"b":0,"a":0}}', '"\\u00e9"', '[1.50]'),
        ),
        { maxLength: 5, selector: ([key]) => key },
      )
      .map((members) => `{${members.map(([key, value]) => `"${key}":${value}`).join(',')}}`);
    const plain = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 8 });
    const texts = fc.oneof(
      plain.map((value) => JSON.stringify(value)),
      odd,
    );
    let [silent, refusals, taken] = [0, 0, 0];
    const stored = async (id: string): Promise<string> =>
      /"metadata":(.*),"riskScore":/s.exec((await api().call(`/transactions/${id}`)).text)![1]!;
    await fc.assert(
      fc.asyncProperty(texts, texts, async (first, second) => {
        const body = JSON.stringify(payment({ executeRules: false }));
        const created = await api().call('/transactions', { body: `{"metadata":${first},${body.slice(1)}` });
        if (created.status === 400) return void (refusals += 1);
        const { id } = created.body.transaction;
        if ((await stored(id)) !== first) silent += 1;
        const answer = await patch(id, `{"metadata":${second}}`);
        if (answer.status === 400) {
          if ((await stored(id)) !== first) silent += 1;
          return void (refusals += 1);
        }
        const merged = mergeObjects(first, second, 'shallow');
        const told = (await eventsOf(id))[1]!;
        if ((await stored(id)) !== merged || !answer.text.includes(merged) || !told.text.includes(merged)) silent += 1;
        taken += 1;
      }),
      { numRuns: runs },
    );
    reportPromise(24, {
      figure: `${silent} silent changes of the metadata of ${runs} transactions (${taken} kept to the end, ${refusals} refused)`,
      target: 'equal values and key order, or a 400; 0 silent changes',
      holds: silent === 0,
    });
    expect(taken).toBeGreaterThan(0);
    expect(silent).toBe(0);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
