import { publishRule } from '../../../../test/support/publish-rule.js';
import { startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

const source = `rule after_hours "Paid outside of its hours" {
  on transaction
  score 40
  when transaction.transactedAt is outside operational hours of origin
  then suggest FLAG
}`;

describe('platform 2.2: stored operational hours', () => {
  let api: TestApi;
  let names = 0;
  beforeAll(async () => {
    api = await startTestApi();
    await publishRule(api, { source });
  });
  afterAll(() => api?.stop());

  const evening = [{ day: 'monday', open: '22:00', close: '02:00' }];
  const day = [{ day: 'monday', open: '09:00', close: '12:00' }, { day: 'monday', open: '13:00', close: '18:00' }]; // prettier-ignore
  // 2026-03-02 is a Monday; São Paulo is three hours behind UTC.
  const cases: [string, object | null, string, 'hit' | 'no_hit' | 'unknown'][] = [
    ['inside a slot', { timezone: 'America/Sao_Paulo', weekly: day }, '2026-03-02T12:00:00Z', 'no_hit'],
    ['before it opens there, though not in UTC', { timezone: 'America/Sao_Paulo', weekly: day }, '2026-03-02T11:59:59Z', 'hit'],
    ['between two slots', { timezone: 'UTC', weekly: day }, '2026-03-02T12:00:00Z', 'hit'],
    ['past midnight', { timezone: 'UTC', weekly: evening }, '2026-03-03T01:59:00Z', 'no_hit'],
    ['when it has closed past midnight', { timezone: 'UTC', weekly: evening }, '2026-03-03T02:00:00Z', 'hit'],
    ['on a day without a slot', { timezone: 'UTC', weekly: day }, '2026-03-04T10:00:00Z', 'hit'],
    ['of an entity without hours', null, '2026-03-02T10:00:00Z', 'unknown'],
  ]; // prettier-ignore
  it.each(cases)('2.2: evaluates transactedAt %s', async (_, operationalHours, transactedAt, outcome) => {
    const externalId = `works ${(names += 1)}`;
    const company = { type: 'company', name: 'Acme', countryCode: 'BR', externalId, operationalHours };
    expect((await api.call('/entities', { body: company })).status).toBe(201);
    const payment = {
      type: 'PAYMENT',
      amount: 1,
      currency: 'USD',
      externalId,
      originExternalId: externalId,
      transactedAt,
    };
    const { status, body } = await api.call('/transactions', { body: payment });
    const { rulesHit, rulesNoHit } = body.rulesExecutionSummary;
    expect([status, [...rulesHit, ...rulesNoHit].map((rule) => rule.outcome)]).toEqual([201, [outcome]]);
  });

  it('2.2: rejects time zones that the database reads as another zone or does not know', async () => {
    const { supportedValuesOf } = Intl;
    const asked = [...supportedValuesOf('timeZone'), 'UTC', 'utc', 'GMT', 'EST', 'EST5EDT', 'Japan', 'US/Pacific'];
    const ambiguous = ['ART', 'art', 'BST', 'IST', 'AET', 'CET', 'MET', 'US/Pacific-New', 'SystemV/EST5', 'Mars/One'];
    const accepted: string[] = [];
    for (const timezone of [...asked, ...ambiguous]) {
      const entity = { type: 'company', name: 'Zoned', countryCode: 'BR', operationalHours: { timezone, weekly: [] } };
      const { status, body } = await api.call('/entities', { body: entity });
      if (status === 201) accepted.push(timezone);
      else expect(Object.keys(body.details)).toEqual(['operationalHours.timezone']);
    }
    expect(accepted).toEqual(asked);
    const clock = `to_char(timestamptz '2026-07-15T12:00:00Z' at time zone zone, 'HH24:MI')`;
    const { rows } = await api.pool.query(`select zone, ${clock} as time from unnest($1::text[]) zone`, [accepted]);
    const format = (timeZone: string) =>
      new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit' });
    const at = new Date('2026-07-15T12:00:00Z');
    expect(rows.filter(({ zone, time }) => format(zone as string).format(at) !== time)).toEqual([]);
  });
});
