import { publishRule } from '../../../../test/support/publish-rule.js';
import type { TestResponse, Body } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

const api = useTestApi();

const day = (date: number): string => new Date(Date.UTC(2026, 2, date, 10)).toISOString();

/** The expression that each rule shows in the title of its alert. If it is unknown, the rule does not hit. */
const told: Readonly<Record<string, string>> = {
  card: 'firstSeen(originAccount.details.cardFingerprint, "card")',
  device: 'firstSeen(transaction.deviceDetails.deviceId, "device")',
  address: 'firstSeen(transaction.deviceDetails.ipAddress, "ip")',
  email: 'firstSeen(origin.person.email, "email")',
  payee: 'firstSeen(destination.externalId, "payee")',
  account: 'firstSeen(destinationAccount.details.accountNumber, "payee")',
  sharers: 'sharedWith("deviceDetails.deviceId", 30d)',
  cardSharers: 'sharedWith("origin.details.cardFingerprint", 30d)',
  branchSharers: 'sharedWith("metadata.branch", 30d)',
  risk: 'networkRisk(origin, 2)',
  cards: 'count(transactions per originAccount.details.cardFingerprint in last 30d)',
  latitudes: 'count(transactions per locationDetails.latitude in last 30d)',
};

const ids = new Map<string, string>();

async function person(externalId: string, more: object = {}): Promise<void> {
  const { status, body, text } = await api().call('/entities', {
    body: { type: 'person', name: externalId, countryCode: 'BR', externalId, ...more },
  });
  if (status !== 201) throw new Error(text);
  ids.set(externalId, body.entity.id);
}

beforeAll(async () => {
  await person('ana', { entityData: { person: { email: 'Ana@Example.com' } } });
  await person('ben');
  await person('eva');
  for (const [key, value] of Object.entries(told))
    await publishRule(api(), {
      source: `rule ${key} "${key}" {
  on transaction (created)
  let found = ${value}
  when found is present
  then alert LOW "${key} {found}"
}`,
    });
});

let sent = 0;
const pay = (origin: string, transactedAt: string, more: object = {}): Promise<TestResponse> =>
  api().call('/transactions', {
    body: {
      externalId: `h-${(sent += 1)}`,
      type: 'PAYMENT',
      amount: 10,
      currency: 'USD',
      originExternalId: origin,
      transactedAt,
      ...more,
    },
  });

/** Returns the shown values by rule. */
function results({ status, body, text }: TestResponse): Readonly<Record<string, string>> {
  if (status !== 201) throw new Error(text);
  const titles: string[] = body.rulesResult.alerts.map(({ title }: Body) => title);
  return Object.fromEntries(titles.map((title) => [title.split(' ')[0]!, title.slice(title.indexOf(' ') + 1)]));
}

const card = (cardFingerprint: string) => ({ originDetails: { cardFingerprint } });
const device = (deviceId: string, ipAddress = '203.0.113.9') => ({ deviceDetails: { deviceId, ipAddress } });

describe('rule values that read all-time history', () => {
  it('tell when a value was first seen before the payment, in payments and in user events', async () => {
    const event = {
      eventType: 'LOGIN_SUCCESS',
      entityExternalId: 'ben',
      userId: 'u-1',
      timestamp: day(1),
      deviceId: 'd-1',
    };
    expect((await api().call('/events/user', { body: event })).status).toBe(201);
    const payee = { destinationExternalId: 'ben', destinationDetails: { accountNumber: '77' } };
    const first = results(await pay('ana', day(5), { ...card('c-1'), ...device('d-1'), ...payee }));
    expect(first).toMatchObject({ device: expect.stringContaining('2026-03-01') });
    for (const never of ['card', 'address', 'email', 'payee', 'account']) expect(first).not.toHaveProperty(never);
    const other = { ...card('c-1'), ...device('d-2', '::ffff:203.0.113.9'), ...payee };
    const second = results(await pay('ana', day(6), other));
    const since = expect.stringContaining('2026-03-05');
    expect(second).toMatchObject({ card: since, address: since, email: since, payee: since, account: since });
    expect(second).not.toHaveProperty('device');
    // Later events are not part of a payment's history.
    expect(results(await pay('ana', day(4), card('c-1')))).not.toHaveProperty('card');
  });

  it('count the other entities that had the same value in the preceding time', async () => {
    const shared = { ...device('d-9'), ...card('c-9'), metadata: { branch: 'north' } };
    expect(results(await pay('ana', day(1), shared))).toMatchObject({
      sharers: '0',
      cardSharers: '0',
      branchSharers: '0',
    });
    expect(results(await pay('ben', day(2), shared))).toMatchObject({
      sharers: '1',
      cardSharers: '1',
      branchSharers: '1',
    });
    expect(results(await pay('ana', day(3), shared))).toMatchObject({ sharers: '1', cards: '3' });
    expect(results(await pay('eva', day(3), shared))).toMatchObject({
      sharers: '2',
      cardSharers: '2',
      branchSharers: '2',
    });
    const april = new Date(Date.UTC(2026, 3, 2)).toISOString();
    expect(results(await pay('eva', april, shared))).toMatchObject({ sharers: '1', cards: '3' });
    expect(results(await pay('ana', april))).not.toHaveProperty('sharers');
  });

  it('count windows by card and by number, regardless of how the number is written', async () => {
    const at = (latitude: string) =>
      api().call('/transactions', {
        body: `{"externalId":"l-${(sent += 1)}","type":"PAYMENT","amount":1,"currency":"USD","transactedAt":"${day(9)}","locationDetails":{"latitude":${latitude}}}`,
      });
    expect(results(await at('12.5'))).toMatchObject({ latitudes: '1' });
    expect(results(await at('12.50'))).toMatchObject({ latitudes: '2' });
    expect(results(await at('12.51'))).toMatchObject({ latitudes: '1' });
  });

  it('count each other customer once when many use one device at the same moment', async () => {
    const customers = Array.from({ length: 12 }, (_, index) => `many-${index}`);
    await Promise.all(customers.map((customer) => person(customer)));
    const all = await Promise.all(customers.map((customer) => pay(customer, day(20), device('d-many'))));
    const counts = all.map((answer) => Number(results(answer)['sharers']));
    expect(counts.sort((a, b) => a - b)).toEqual(customers.map((_, index) => index));
  });

  it('return the highest risk of linked entities, across the given number of relationships', async () => {
    await person('far');
    await person('near', { relationships: [{ relatedExternalId: 'far', relationshipType: 'owns', role: 'owner' }] });
    await person('root', { relationships: [{ relatedExternalId: 'near', relationshipType: 'uses', role: 'user' }] });
    expect(results(await pay('root', day(10)))).toMatchObject({ risk: '0' });
    await api().pool.query('update entities set risk_score = 77 where id = $1', [ids.get('far')]);
    expect(results(await pay('root', day(10)))).toMatchObject({ risk: '77' });
    expect(results(await pay('ana', day(10)))).toMatchObject({ risk: '0' });
  });

  it('are stored with the evaluation, so that its replay is equal', async () => {
    const answer = await pay('eva', day(21), { ...device('d-9'), ...card('c-9') });
    const replay = await api().call(`/evaluations/${answer.body.rulesResult.evaluationId}/replay`, { body: {} });
    expect(replay.body).toMatchObject({ equal: true, differences: [] });
    const again = await api().call(`/evaluations/${answer.body.rulesResult.evaluationId}/replay`, {
      body: { mode: 'recompute' },
    });
    expect(again.body).toMatchObject({ equal: true, differences: [] });
  });
});

describe('validation', () => {
  const codes = async (when: string) => {
    const source = `rule r {\n  on transaction\n  when ${when}\n}`;
    const { body } = await api().call('/rules/validate', { body: { source } });
    const found: readonly Body[] = body.diagnostics;
    return { valid: body.valid, said: found.map(({ code, message }) => `${code} ${message}`) };
  };

  it.each([
    [
      'instrument.bin = "411111"',
      /^W1209 `instrument\.bin` is never available: a payment does not name a stored payment method/,
    ],
    ['binBrand(originAccount.details.bin) = "elo"', /^W1209 `binBrand\(…\)` is never available: no card ranges/],
    [
      'exists(origin.accounts where accountNumber = "1")',
      /^W1209 `accountNumber` is never available: account numbers are encrypted/,
    ],
  ])('reports that evaluations never receive %s', async (when, message) => {
    const { valid, said } = await codes(when);
    expect(valid).toBe(true);
    expect(said).toContainEqual(expect.stringMatching(message));
  });

  it('rejects a window whose records no index can find, and suggests an alternative', async () => {
    const { valid, said } = await codes('count(transactions per channel in last 1h) > 3');
    expect(valid).toBe(false);
    expect(said).toContainEqual(expect.stringMatching(/^E0411 records of `transactions` are not found by `channel`/));
  });
});
