import { startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

const ruleOn = (subject: string, condition: string): string => `rule any_${subject.toLowerCase()} "Any ${subject}" {
  on ${subject}
  score 10
  when ${condition}
}
`;

describe('requests repeated with the same Idempotency-Key', () => {
  let api: TestApi;
  let anaId: string;
  beforeAll(async () => {
    api = await startTestApi();
    const ana = { type: 'person', name: 'Ana Souza', countryCode: 'BR', externalId: 'ana', status: 'active' };
    anaId = (await api.call('/entities', { body: ana })).body.entity.id;
    for (const source of [
      ruleOn('transaction', 'transaction.amount >= 1 USD'),
      ruleOn('person', 'entity.countryCode = "BR"'),
      ruleOn('userEvent', 'event.eventType = "LOGIN_SUCCESS"'),
    ]) {
      const created = await api.call('/rules', { body: { source } });
      const { id } = created.body.rule;
      const published = await api.call(`/rules/${id}`, { method: 'PATCH', body: { status: 'active' } });
      expect([created.status, published.status]).toEqual([201, 200]);
    }
  });
  afterAll(() => api?.stop());

  const metadata = { rulesResult: { isNewEvaluation: true }, text: '"isNewEvaluation":true' };
  const payment = { type: 'PAYMENT', amount: 50, currency: 'USD', originExternalId: 'ana', metadata };

  const cases: readonly (readonly [string, () => readonly [string, object]])[] = [
    ['POST /transactions', () => ['/transactions', { ...payment, externalId: 'again' }]],
    ['POST /entities', () => ['/entities', { type: 'person', name: 'Bia Lima', countryCode: 'BR' }]],
    [
      'POST /events/user',
      () => ['/events/user', { eventType: 'LOGIN_SUCCESS', userId: 'ana', entityExternalId: 'ana' }],
    ],
    ['POST /entities/{id}/analyze', () => [`/entities/${anaId}/analyze`, {}]],
  ];

  it.each(cases)('returns the rules result of the first run: %s', async (name, call) => {
    const [path, body] = call();
    const headers = { 'idempotency-key': name.replaceAll(/\W/g, '-') };
    const first = await api.call(path, { body, headers });
    const again = await api.call(path, { body, headers });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const isNew = ({ body: { rulesResult } }: typeof first): unknown => rulesResult?.isNewEvaluation;
    expect([first, again].map(isNew)).toEqual([true, false]);
    const { rulesResult } = first.body;
    expect(again.body).toEqual({ ...first.body, rulesResult: { ...rulesResult, isNewEvaluation: false } });
    expect(rulesResult.rulesTriggered).toBe(1);
  });

  it('returns the identical response when no rules ran', async () => {
    const headers = { 'idempotency-key': 'no-rules' };
    const body = { ...payment, externalId: 'no-rules', executeRules: false };
    const first = await api.call('/transactions', { body, headers });
    const again = await api.call('/transactions', { body, headers });
    expect([again.headers.get('idempotency-replayed'), again.text]).toEqual(['true', first.text]);
  });
});
