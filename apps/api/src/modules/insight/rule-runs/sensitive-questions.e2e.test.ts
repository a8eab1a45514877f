import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { type TestResponse, type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';
import { limits } from '../../../platform/limits.js';

const { perRecord } = limits.sensitiveQuestions;

describe('rule questions about sensitive fields', () => {
  let api: TestApi;
  let plain: string;
  let ana: string;
  let eva: string;

  const permissions = ['rules:execute', 'entities:read', 'transactions:read'];
  /** Returns a rule with this many conditions on the document number. */
  const rule = (conditions: number): string => {
    const tried = Array.from({ length: conditions }, (_, at) => `person.idNumber starts with "${at}"`);
    return `rule guess "guess" { on person when ${tried.join(' or ')} }`;
  };
  const ask = (id: string, conditions: number, key = plain): Promise<TestResponse> =>
    api.call('/rules/execute', { body: { source: rule(conditions), on: { entityId: id } }, key });
  const asked = async (recordId: string): Promise<unknown> =>
    (await api.pool.query('select asker_id, asked from sensitive_questions where record_id = $1', [recordId])).rows;

  beforeAll(async () => {
    api = await startTestApi();
    plain = await createKeyWith(api, ...permissions);
    const person = { type: 'person', countryCode: 'BR', entityData: { person: { idNumber: '9137046528' } } };
    const made = ['Ana', 'Eva'].map(async (name) => {
      const { body } = await api.call('/entities', { body: { ...person, name, externalId: name } });
      return body.entity.id as string;
    });
    [ana, eva] = (await Promise.all(made)) as [string, string];
  });
  afterAll(() => api?.stop());

  it('are counted per caller and record, written to the audit log, and rejected beyond the limit', async () => {
    const first = await ask(ana, perRecord - 1);
    expect([first.status, first.text.includes('9137046528')]).toEqual([200, false]);
    expect(first.body.results[0].conditions.conditions[0]).toMatchObject({ actualValue: '****', outcome: 'false' });
    expect((await ask(ana, 1)).status).toBe(200);
    const refused = await ask(ana, 1);
    expect([refused.status, refused.body.code ?? refused.body.error?.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(await asked(ana)).toMatchObject([{ asked: perRecord }]);
    // Questions about another record, or by another key, are counted separately.
    expect((await ask(eva, 1)).status).toBe(200);
    expect((await ask(ana, 1, await createKeyWith(api, ...permissions))).status).toBe(200);
    const { rows } = await api.pool.query<{ n: number }>(
      `select count(*)::int as n from audit_events where event = 'sensitive_questions_asked' and resource_id = $1`,
      [ana],
    );
    expect(rows[0]!.n).toBe(3);
  });

  it('are not counted when no sensitive field is read or the caller may see them all', async () => {
    const body = { source: 'rule plain "plain" { on person when entity.countryCode = "BR" }', on: { entityId: eva } };
    const before = await asked(eva);
    expect((await api.call('/rules/execute', { body, key: plain })).status).toBe(200);
    expect((await ask(eva, perRecord + 1, api.production.key)).status).toBe(200);
    expect(await asked(eva)).toEqual(before);
  });

  it('are counted once for a replay of all records', async () => {
    const body: Body = {
      source: 'rule guess "guess" { on transaction when origin.person.idNumber starts with "1" }',
      ...{ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    };
    expect((await api.call('/rules/dry-runs', { body, key: plain })).status).toBe(202);
    expect(await asked('00000000-0000-0000-0000-000000000000')).toMatchObject([{ asked: 1 }]);
  });
});
