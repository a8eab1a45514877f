import { dryRunLimits } from './domain/dry-run-limits.js';
import { runDryRun } from '../../../../test/support/dry-run-calls.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

const counting = (key: string, count: string): string =>
  `rule ${key} "${key}" {\n  on transaction (created)\n  score 10\n  when ${count} >= 1\n  then suggest FLAG\n}\n`;

const rules: readonly (readonly [string, string])[] = [
  ['related', 'count(relationships to origin where role = "shareholder")'],
  ['holding', 'count(accounts from origin where currency = "USD")'],
  ['looked_at', 'count(cases involving origin in last 30d where status = "OPEN")'],
  ['closed', 'count(cases involving origin in last 30d where outcome = "NO_RISK")'],
  ['warned', 'count(alerts involving origin in last 30d where status = "OPEN")'],
];

describe('replay inputs other than transactions and lists', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
    for (const [key, count] of rules) await publishRule(api, { source: counting(key, count) });
  });
  afterAll(() => api?.stop());

  const send = async (path: string, body: object | undefined, method = 'POST'): Promise<Body> => {
    const answer = await api.call(path, { method, ...(body && { body }) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  let sent = 0;
  let shop: Body;
  /** Makes a payment and returns the keys of the rules that hit. */
  const pay = async (): Promise<string[]> => {
    sent += 1;
    const { rulesResult } = await send('/transactions', {
      externalId: `p-${sent}`,
      type: 'PAYMENT',
      amount: sent,
      currency: 'USD',
      originExternalId: 'shop',
      transactedAt: new Date().toISOString(),
    });
    return rulesResult.rulesExecutionSummary.rulesHit.map(({ ruleKey }: Body) => ruleKey as string).sort();
  };

  it('include relationships, accounts, cases and alerts as of the time of each record', async () => {
    ({ entity: shop } = await send('/entities', {
      type: 'company',
      name: 'Shop',
      countryCode: 'BR',
      externalId: 'shop',
    }));
    const lived = [await pay()];
    const relationships = [{ relatedExternalId: 'shop', relationshipType: 'owns', role: 'shareholder' }];
    const owner = { type: 'person', name: 'Owner', countryCode: 'BR', relationships };
    await send('/entities', owner);
    lived.push(await pay());
    const account = { accountType: 'checking', currency: 'USD', accountNumber: '000123456', externalAccountId: 'a' };
    const { data: opened } = await send(`/entities/${shop.id}/accounts`, account);
    lived.push(await pay());
    const { investigation } = await send('/intelligence/investigations', { name: 'a case', entityId: shop.id });
    lived.push(await pay());
    const { alert } = await send('/intelligence/alerts', { name: 'seen', severity: 'LOW', targetEntityId: shop.id });
    lived.push(await pay());
    await send(`/intelligence/alerts/${alert.id}/resolve`, { resolution: 'FALSE_POSITIVE', resolutionNotes: 'no' });
    const closing = { status: 'CLOSED', closureReason: 'seen', outcome: 'NO_RISK' };
    await send(`/intelligence/investigations/${investigation.id}/status`, closing, 'PATCH');
    lived.push(await pay());
    const { relationships: found } = await send(`/entities/${shop.id}/relationships`, undefined, 'GET');
    await send(`/relationships/${found[0].id}`, undefined, 'DELETE');
    await send(`/entities/${shop.id}/accounts/${opened.id}`, undefined, 'DELETE');
    lived.push(await pay());
    expect(lived).toEqual([
      [],
      ['related'],
      ['holding', 'related'],
      ['holding', 'looked_at', 'related'],
      ['holding', 'looked_at', 'related', 'warned'],
      ['closed', 'holding', 'related'],
      ['closed'],
    ]);
    const period = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date().toISOString() };
    const run = await runDryRun(api, { ruleSetVersion: '5', against: 'none', ...period });
    expect(run).toMatchObject({
      records: { replayed: lived.length },
      reproduction: { compared: lived.length, differing: 0, sample: [] },
      exactness: {
        level: 'approximate',
        reasons: expect.arrayContaining([
          {
            input: 'cases',
            records: 2,
            why: expect.stringContaining('are used as they are stored now, except for when they were closed'),
          },
          {
            input: 'accounts',
            records: 2,
            why: expect.stringContaining(
              'are used as they are stored now, except for when they were added and removed',
            ),
          },
        ]),
      },
    });
    expect(run.warnings).toContainEqual(expect.stringMatching(/^alerts, 2 times: /));
    expect(run.exactness.reasons.map(({ input }: Body) => input as string)).not.toContain('relationships');
  });

  it('include counts before an explained record, limited to those about the parties of the record', async () => {
    const { entity: other } = await send('/entities', { type: 'company', name: 'Other', countryCode: 'BR' });
    for (const { id: targetEntityId } of [shop, other])
      await send('/intelligence/alerts', { name: 'seen', severity: 'LOW', targetEntityId });
    await pay();
    const source = counting('warned', 'count(alerts involving origin in last 30d where status = "OPEN")');
    const period = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date().toISOString() };
    const { id } = await runDryRun(api, { source, only: true, against: 'none', ...period });
    const { matches } = await send(`/rules/dry-runs/${id}/matches`, undefined, 'GET');
    const explain = (): Promise<Body> => send(`/rules/dry-runs/${id}/matches/${matches[0].recordId}`, undefined, 'GET');
    const alertsOfShop = 2;
    const limit = jest.replaceProperty(dryRunLimits, 'explainedRecords', (sent + alertsOfShop) as never);
    expect((await explain()).candidate.rules).toMatchObject([{ ruleKey: 'warned', outcome: 'hit' }]);
    limit.replaceValue((sent + alertsOfShop - 1) as never);
    expect(await explain()).toMatchObject({
      candidate: null,
      unexplained: { reason: 'TOO_MANY_EARLIER_RECORDS', message: expect.stringMatching(/^10 records and list items/) },
    });
    limit.restore();
  });

  const refused = async (body: object): Promise<unknown> => {
    const period = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
    const { status, body: answer } = await api.call('/rules/dry-runs', { body: { ...period, ...body } });
    return [status, answer.error?.code, answer.error?.details];
  };

  it('may cover a period starting in year 1, but no longer than 200 years', async () => {
    const source = counting('early', 'count(transactions from origin in last 30d)');
    const run = await runDryRun(api, { source, from: '0001-01-01T00:00:00Z', to: '0001-02-01T00:00:00Z' });
    expect(run).toMatchObject({ status: 'completed', progress: { recordsTotal: 0 } });
    expect(await refused({ source, from: '0001-01-01T00:00:00Z', to: '9999-12-31T23:59:59Z' })).toEqual([
      422,
      'INVALID_RANGE',
      { from: 'must be at most 200 years before to' },
    ]);
  });

  it('identify a rule from a file with the stored rule that includes the first line of the file', async () => {
    const source = counting('in_a_file', 'count(transactions from origin in last 30d)').trim();
    const { rule } = await send('/rules', { source: `language 1\n\n${source}` });
    const period = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
    for (const text of [source, `language 1 // as all\n${source}\n\n`]) {
      const run = await runDryRun(api, { source: text, ...period });
      expect(run.candidate.contentHashes.in_a_file).toBe(rule.contentHash);
    }
  });

  it('use the requested versions of the rules under test', async () => {
    const { rules: stored } = await send('/rules?key=related', undefined, 'GET');
    const [{ id, contentHash }] = stored as Body[];
    await send(`/rules/${id}`, { score: 11, stage: true }, 'PATCH');
    const period = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
    for (const name of [id, id.toUpperCase()]) {
      const run = await runDryRun(api, { ruleIds: [id], versions: { [name]: 1 }, ...period });
      expect(run.candidate.contentHashes.related).toBe(contentHash);
    }
    const other = '00000000-0000-4000-8000-000000000000';
    for (const [versions, name] of [
      [{ [id]: 'abc' }, id],
      [{ [id]: 1.5 }, id],
      [{ [id]: 1e12 }, id],
      [{ [id]: {} }, id],
      [{ [id]: null }, id],
      [{ [id]: 1, [other]: 1 }, other],
    ] as const)
      expect(await refused({ ruleIds: [id], versions })).toEqual([
        400,
        'VALIDATION_ERROR',
        { [`versions.${name}`]: expect.any(String) },
      ]);
    const source = counting('related', 'count(transactions from origin in last 30d)');
    expect(await refused({ source, versions: { [id]: 1 } })).toMatchObject([400, 'VALIDATION_ERROR', {}]);
  });

  it('are named in a warning when they are not replayed', async () => {
    const count = 'count(relationships to origin where related.name = "Owner")';
    const period = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date().toISOString() };
    const { warnings } = await runDryRun(api, {
      source: counting('named', count),
      only: true,
      against: 'none',
      ...period,
    });
    expect(warnings).toEqual([expect.stringMatching(/^relationships, .*of the other party.* unknown$/)]);
  });

  it('make the result inexact when a transaction read by a window was changed after its evaluation', async () => {
    const source = [
      counting('web', 'count(transactions from origin in last 24h where channel = "web")'),
      counting('scored', 'count(transactions from origin in last 24h where riskScore > 1)'),
    ];
    const own = 'patched';
    await send('/entities', { type: 'company', name: 'Patched', countryCode: 'BR', externalId: own });
    const transactedAt = '2026-01-10T10:00:00Z';
    const payment = { type: 'PAYMENT', amount: 1, currency: 'USD', originExternalId: own, transactedAt };
    const { transaction } = await send('/transactions', { ...payment, externalId: 'patched-1' });
    await send(`/transactions/${transaction.id}?executeRules=true`, { channel: 'web' }, 'PATCH');
    await send('/transactions', { ...payment, externalId: 'patched-2' });
    const period = { from: '2026-01-10T00:00:00Z', to: '2026-01-11T00:00:00Z', against: 'none', only: true };
    const whys = async (text: string): Promise<readonly string[]> => {
      const { exactness } = await runDryRun(api, { source: text, ...period });
      return exactness.reasons
        .filter(({ input }: Body) => input === 'transactions')
        .map(({ why }: Body) => why as string);
    };
    expect(await whys(source[0]!)).toEqual(['was changed after its evaluation; windows read it as of then']);
    expect(await whys(source[1]!)).toEqual(['rules were evaluated again later; windows read its first decision']);
    expect(await whys(counting('any', 'count(transactions from origin in last 24h)'))).toEqual([]);
  });
});
