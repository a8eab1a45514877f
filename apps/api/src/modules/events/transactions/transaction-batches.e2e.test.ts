import fc from 'fast-check';

import { setQuota } from '../../tenancy/creation-quotas/index.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { type TestResponse, type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

const payment = (externalId: string, more: object = {}): Record<string, unknown> => ({
  externalId,
  type: 'PAYMENT',
  amount: 10,
  currency: 'USD',
  transactedAt: '2026-03-01T10:00:00Z',
  ...more,
});

const runs = Number(process.env['TAMIS_RUNS'] ?? 5);

describe('payment batches', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
    for (const externalId of ['ana', 'ben', 'eva'])
      await api.call('/entities', { body: { type: 'person', name: externalId, countryCode: 'BR', externalId } });
    await publishRule(api, {
      source: `rule many "many" {
  on transaction (created)
  let n = count(transactions from origin in last 24h)
  when n >= 2
  then alert LOW "{n}"
}`,
    });
    await publishRule(api, {
      source: `rule large "large" {
  on transaction (created)
  when transaction.amount >= 100 USD
  then suggest BLOCK
}`,
    });
  });
  afterAll(() => api?.stop());

  const send = (transactions: readonly unknown[], more: object = {}): Promise<TestResponse> =>
    api.call('/transactions/batch', { body: { transactions, ...more } });
  const collect = { batchErrorHandling: 'continue_collect_errors' };
  const read = async (jobId: string): Promise<Body> => (await api.call(`/batch-import/jobs/${jobId}`)).body;
  const stored = async (externalId: string): Promise<number> =>
    (await api.call(`/transactions/external/${externalId}`)).status;

  it('are stored in order, each decided as if sent alone, and name their job', async () => {
    const { status, body } = await send([
      payment('order-1', { originExternalId: 'ana' }),
      payment('order-2', { originExternalId: 'ana', amount: 100 }),
      payment('order-3', { executeRules: false }),
    ]);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      created: 3,
      skipped: 0,
      failed: 0,
      errors: [],
      transactions: [
        { index: 0, externalId: 'order-1', decision: 'APPROVE', flagged: false },
        { index: 1, externalId: 'order-2', decision: 'REJECT', flagged: true },
        { index: 2, externalId: 'order-3', decision: null, lastEvaluationId: null },
      ],
      summary: { total: 3, decisions: { APPROVE: 1, REJECT: 1 } },
    });
    const read = await api.call('/transactions/external/order-2');
    expect(read.body.transaction.batchJobId).toBe(body.jobId);
    const alerts = await api.call(`/intelligence/alerts?transactionId=${read.body.transaction.id}`);
    expect(alerts.body.alerts.map(({ name }: Body) => name)).toEqual(['2']);
  });

  it('keep amounts and objects as sent', async () => {
    const row = JSON.stringify(payment('exact', { metadata: 'M' }))
      .replace('"amount":10', '"amount":123456789012345678')
      .replace('"M"', '{"b":1e2, "a":[]}');
    const answer = await api.call('/transactions/batch', { body: `{"transactions": [ ${row} ]}` });
    expect(answer.body).toMatchObject({ created: 1 });
    const { text } = await api.call('/transactions/external/exact');
    expect(text).toContain('"amount":123456789012345678,');
    expect(text).toContain('"metadata":{"b":1e2, "a":[]}');
  });

  describe('with some invalid payments', () => {
    const mixed = (mark: string): readonly unknown[] => [
      payment(`${mark}-1`),
      payment(`${mark}-1`, { amount: 20 }),
      payment(`${mark}-2`, { type: 'GIFT' }),
      payment(`${mark}-3`, { riskMatrixId: '00000000-0000-7000-8000-000000000000' }),
      'no payment',
      payment(`${mark}-4`),
    ];

    it('store the valid ones and report each error by index if requested', async () => {
      const { status, body } = await send(mixed('collect'), collect);
      expect(status).toBe(200);
      expect(body).toMatchObject({ success: true, created: 2, skipped: 1, failed: 3 });
      expect(body.errors.map(({ index, externalId, code }: Body) => [index, externalId, code])).toEqual([
        [2, 'collect-2', 'VALIDATION_ERROR'],
        [3, 'collect-3', 'RISK_MATRIX_NOT_FOUND'],
        [4, null, 'VALIDATION_ERROR'],
      ]);
      expect(body.errors[0].details).toHaveProperty('type');
      expect(await stored('collect-4')).toBe(200);
      const failures = await api.call(`/batch-import/jobs/${body.jobId}?include=failures`);
      const job = { jobId: body.jobId, kind: 'transaction_batch', status: 'completed', totalItems: 6, succeeded: 2 };
      expect(failures.body).toMatchObject({ ...job, failed: 3, skipped: 1, truncated: false, failuresTotal: 3 });
      expect(failures.body.failures.map(({ index, code }: Body) => [index, code])).toEqual(
        body.errors.map(({ index, code }: Body) => [index, code]),
      );
      expect((await read(body.jobId)).job).toMatchObject(job);
    });

    it('report an exhausted quota in a sentence', async () => {
      const { organizationId } = api.production;
      const quota = { organizationId, module: 'transactions', period: 'total' } as const;
      await setQuota(api.pool, { ...quota, quota: 1 });
      const { body } = await send([payment('quota-1'), payment('quota-2')], collect);
      await setQuota(api.pool, { ...quota, quota: null });
      const { text } = await api.call(`/batch-import/transaction-jobs/${body.jobId}/failures.csv`);
      const message = "The contract's quota of transactions is exhausted: nothing was created";
      expect(text).toContain(`quota-2,CREATION_CONTRACT_QUOTA_EXCEEDED,${message},`);
    });

    it('report each failure in CSV files that return the values as sent', async () => {
      const rows = [...mixed('files'), payment('files-5', { originExternalId: 'no"body' })];
      const { body } = await send(rows, collect);
      const { text: csv } = await api.call(`/batch-import/transaction-jobs/${body.jobId}/failures.csv`);
      const [head, ...lines] = csv.split('\r\n');
      expect(head).toBe('external_id,code,error,role,identifier_type,value');
      expect(lines.map((line) => line.split(',').slice(0, 2))).toEqual([
        ['files-2', 'VALIDATION_ERROR'],
        ['files-3', 'RISK_MATRIX_NOT_FOUND'],
        ['', 'VALIDATION_ERROR'],
        ['files-5', 'INVALID_ENTITY_REFERENCES'],
        [''],
      ]);
      expect(lines[0]).toMatch(/^files-2,VALIDATION_ERROR,"?type must be one of PAYMENT, /);
      expect(lines[3]).toMatch(/,origin,externalId,"no""body"$/);
      const failures = await api.call(`/batch-import/transaction-jobs/${body.jobId}/failures`);
      const asked = await api.call(`/batch-import/jobs/${body.jobId}?include=failures`);
      expect({ ...failures.body, requestId: asked.body.requestId }).toEqual(asked.body);
      const skips = await api.call(`/batch-import/transaction-jobs/${body.jobId}/skips.csv`);
      expect(skips.text).toBe('external_id,reason\r\nfiles-1,DUPLICATE_EXTERNAL_ID\r\n');
      expect((await api.call(`/batch-import/jobs/${body.jobId}/payload`)).body).toEqual(rows);
    });

    it('have no skips report if duplicates are not skipped', async () => {
      const { body } = await send([payment('unskipped')], { skipDuplicates: false });
      const skips = await api.call(`/batch-import/transaction-jobs/${body.jobId}/skips.csv`);
      expect([skips.status, skips.body.error.code]).toEqual([409, 'SKIPS_NOT_AVAILABLE']);
    });

    it('are listed with other jobs, newest first, by final status', async () => {
      const first = await send([payment('listed-1')]);
      const second = await send(mixed('listed'));
      const list = async (query: string): Promise<Body> => (await api.call(`/batch-import/jobs?${query}`)).body;
      expect(await list('kind=user_event_batch')).toMatchObject({ jobs: [], pagination: { total: 0 } });
      const all = await list('kind=transaction_batch&limit=2');
      expect(all.jobs.map(({ jobId }: Body) => jobId)).toEqual([second.body.jobId, first.body.jobId]);
      expect(all.jobs[0]).toEqual((await read(second.body.jobId)).job);
      const failed = await list('status=failed');
      expect(failed.jobs[0].jobId).toBe(second.body.jobId);
      expect(failed.jobs.filter(({ status }: Body) => status !== 'failed')).toEqual([]);
      expect(failed.pagination.total).toBe(failed.jobs.length);
    });

    it('store nothing by default', async () => {
      const { status, body } = await send(mixed('none'));
      expect([status, body.error.code, body.error.message]).toEqual([
        422,
        'BATCH_ROLLED_BACK',
        'No payment was stored: some are invalid',
      ]);
      expect(body).toMatchObject({ success: false, created: 0, skipped: 1, failed: 5 });
      expect(body.errors.map(({ index }: Body) => index as number)).toEqual([0, 2, 3, 4, 5]);
      expect([await stored('none-1'), await stored('none-4')]).toEqual([404, 404]);
      expect((await read(body.jobId)).job).toMatchObject({ status: 'failed', jobFailure: { code: 'ROLLED_BACK' } });
    });

    it('store the payments before the first invalid one if requested', async () => {
      const { body } = await send(mixed('stop'), { batchErrorHandling: 'stop_keep_success' });
      expect(body).toMatchObject({ success: true, created: 1, skipped: 1, failed: 4 });
      expect([await stored('stop-1'), await stored('stop-4')]).toEqual([200, 404]);
    });

    it.each([
      ['undone with it', 'rollback_all', 'ROLLED_BACK', [0, 5], [2, 3, 4]],
      ['after it', 'stop_keep_success', 'NOT_PROCESSED', [3, 4, 5], [2]],
    ])('report every row %s', async (_, batchErrorHandling, code, others, wrong) => {
      const { body } = await send(mixed(code), { batchErrorHandling });
      const { body: report, text } = await api.call(`/batch-import/jobs/${body.jobId}?include=failures`);
      if (!report.failures) throw new Error(text);
      const { succeeded, failed, skipped, totalItems } = report;
      expect(succeeded + failed + skipped).toBe(totalItems);
      expect(report).toMatchObject({ failed: others.length + wrong.length, truncated: false });
      const told = report.failures as Body[];
      expect(told.map(({ index }) => index as number)).toEqual([...others, ...wrong].sort((a, b) => a - b));
      expect(told.filter((each) => each.code === code).map(({ index }) => index as number)).toEqual(others);
      expect(told.find(({ index }) => index === 5)).toMatchObject({ externalId: `${code}-4`, code });
    });

    it('count an existing external id as an error if duplicates are not skipped', async () => {
      const { body } = await send([payment('order-1'), payment('fresh')], { ...collect, skipDuplicates: false });
      expect(body).toMatchObject({ created: 1, skipped: 0, errors: [{ index: 0, code: 'DUPLICATE_EXTERNAL_ID' }] });
    });

    it('are rejected with 400 if strict linking finds no entity, and linked leniently if requested', async () => {
      const lost = payment('lost', { originExternalId: 'nobody' });
      expect(await send([payment('found'), lost])).toMatchObject({
        status: 400,
        body: {
          error: {
            code: 'INVALID_ENTITY_REFERENCES',
            details: [{ index: 1, role: 'origin', identifierType: 'externalId', value: 'nobody' }],
          },
        },
      });
      expect(await stored('found')).toBe(404);
      expect((await send([lost], { linkEntityStrict: false })).body).toMatchObject({ success: true, created: 1 });
    });
  });

  it('are decided like the same payments sent one by one', async () => {
    let round = 0;
    const payments = fc.array(
      fc.record({
        originExternalId: fc.constantFrom('ana', 'ben', 'eva'),
        amount: fc.constantFrom(10, 99.99, 100, 1_000),
        id: fc.integer({ min: 0, max: 12 }),
        type: fc.constantFrom('PAYMENT', 'PAYMENT', 'PAYMENT', 'GIFT'),
      }),
      { minLength: 1, maxLength: 16 },
    );
    await fc.assert(
      fc.asyncProperty(payments, async (rows) => {
        round += 1;
        const told = (alone: boolean) =>
          rows.map(({ id, ...row }) => {
            // Keeps the two halves apart in time, so that the windows of one do not include payments of the other.
            const transactedAt = new Date(Date.UTC(2020, 0, 1) + (2 * round + (alone ? 1 : 0)) * 172_800_000);
            return payment(`${alone ? 'alone' : 'batch'}-${round}-${id}`, { ...row, transactedAt });
          });
        const batch = await send(told(false), collect);
        const alone: TestResponse[] = [];
        for (const body of told(true)) alone.push(await api.call('/transactions', { body }));
        const created = alone.flatMap(({ status, body }, index) =>
          status === 201 ? [{ index, decision: body.rulesResult.decision, flagged: body.transaction.flagged }] : [],
        );
        expect(
          batch.body.transactions.map(({ index, decision, flagged }: Body) => ({ index, decision, flagged })),
        ).toEqual(created);
        const failed = alone.flatMap(({ status, body }, index) => (status === 400 ? [[index, body.error.code]] : []));
        expect(batch.body.errors.map(({ index, code }: Body) => [index, code])).toEqual(failed);
        expect(batch.body.skipped).toBe(alone.filter(({ status }) => status === 409).length);
      }),
      { numRuns: runs },
    );
  });

  it('larger than one storage group give the same result, whichever rows are invalid', async () => {
    let round = 0;
    const rows = fc.array(
      fc.record({ id: fc.nat(119), type: fc.constantFrom(...Array<string>(20).fill('PAYMENT'), 'GIFT') }),
      { minLength: 90, maxLength: 150 },
    );
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom('continue_collect_errors', 'stop_keep_success'), async (sent, mode) => {
        round += 1;
        const taken = new Set<string>();
        const told: { index: number; code: string }[] = [];
        let succeeded = 0;
        const bodies = sent.map(({ id, type }) => payment(`long-${round}-${id}`, { type }));
        for (const [index, { externalId, type }] of bodies.entries()) {
          if (mode === 'stop_keep_success' && told.length > 0) {
            told.push({ index, code: 'NOT_PROCESSED' });
          } else if (type === 'GIFT') told.push({ index, code: 'VALIDATION_ERROR' });
          else if (taken.has(String(externalId))) told.push({ index, code: 'DUPLICATE_EXTERNAL_ID' });
          else {
            taken.add(String(externalId));
            succeeded += 1;
          }
        }
        const options = { batchErrorHandling: mode, skipDuplicates: false, executeRules: round % 2 === 0 };
        const { body } = await send(bodies, options);
        expect(body.errors.map(({ index, code }: Body) => ({ index, code }))).toEqual(told);
        expect([body.created, body.failed]).toEqual([succeeded, told.length]);
      }),
      { numRuns: runs },
    );
  });

  it('and concurrent payments give the same result as in some sequential order', async () => {
    let round = 0;
    const payments = fc.array(
      fc.record({
        originExternalId: fc.constantFrom('ana', 'ana', 'ben', 'eva'),
        amount: fc.constantFrom(10, 100),
        id: fc.integer({ min: 0, max: 20 }),
        wrong: fc.constantFrom(
          {},
          {},
          {},
          {},
          { type: 'GIFT' },
          { riskMatrixId: '00000000-0000-7000-8000-000000000000' },
        ),
      }),
      { minLength: 1, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(payments, async (rows) => {
        round += 1;
        const transactedAt = new Date(Date.UTC(2010, 0, 1) + 2 * round * 86_400_000);
        const bodies = rows.map(({ id, wrong, ...row }) =>
          payment(`at-once-${round}-${id}`, { ...row, ...wrong, transactedAt }),
        );
        const answers = await Promise.all(bodies.map((body) => api.call('/transactions', { body })));
        const sent = bodies.map((body, index) => ({ body, answer: answers[index]! }));
        const created = sent.filter(({ answer }) => answer.status === 201);
        const idOf = new Map(created.map(({ body, answer }) => [body['externalId'], answer.body.transaction.id]));
        expect(idOf.size).toBe(created.length);
        for (const { body, answer } of sent) {
          if (answer.status === 201)
            expect(answer.body.rulesResult.decision).toBe(body['amount'] === 100 ? 'REJECT' : 'APPROVE');
          else if ('riskMatrixId' in body) expect(answer.status).toBe(422);
          else if (body['type'] === 'GIFT') expect(answer.status).toBe(400);
          else expect(answer).toMatchObject({ status: 409, body: { transactionId: idOf.get(body['externalId']) } });
        }
        for (const customer of ['ana', 'ben', 'eva']) {
          const own = created.filter(({ body }) => body['originExternalId'] === customer);
          const told = own.flatMap(({ answer }) =>
            answer.body.rulesResult.alerts.map(({ title }: Body) => Number(title)),
          );
          // Each payment counts itself and those before it. The first one raises no alert.
          expect(told.sort((a, b) => a - b)).toEqual(own.slice(1).map((_, index) => index + 2));
        }
      }),
      { numRuns: runs },
    );
  });
});
