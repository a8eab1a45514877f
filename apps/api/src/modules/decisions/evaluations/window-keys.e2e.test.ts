import { publishRule } from '../../../../test/support/publish-rule.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';

const composed = 'caf\u00e9';
const decomposed = 'cafe\u0301';

/** A key, and how two records spell it equivalently. */
type SameKey = readonly [path: string, one: object, other: object];

const ofPayments: readonly SameKey[] = [
  ['currency', {}, {}],
  ['paymentMethod', { paymentMethod: 'PIX' }, { paymentMethod: 'PIX' }],
  ['metadata.shop', { metadata: { shop: decomposed } }, { metadata: { shop: composed } }],
  ['metadata.till', { metadata: { till: 7 } }, { metadata: { till: 7 } }],
  ['metadata.online', { metadata: { online: true } }, { metadata: { online: true } }],
  ['deviceDetails.deviceId', { deviceDetails: { deviceId: decomposed } }, { deviceDetails: { deviceId: composed } }],
  ['deviceDetails.ipAddress', { deviceDetails: { ipAddress: '2001:db8::7' } }, { deviceDetails: { ipAddress: '2001:0DB8:0:0::7' } }],
  ['originAccount.externalId', { originExternalId: composed }, { originExternalId: decomposed }],
  ['originAccount.country', { originCountry: 'CL' }, { originCountry: 'CL' }],
  ['originAccount.details.bin', { originDetails: { bin: '411111' } }, { originDetails: { bin: '411111' } }],
  ['originAccount.details.mcc', { originDetails: { mcc: decomposed } }, { originDetails: { mcc: composed } }],
  ['originAccount.details.governmentAccount', { originDetails: { governmentAccount: true } }, { originDetails: { governmentAccount: true } }],
  ['originAccount.details.cardFingerprint', { originDetails: { cardFingerprint: composed } }, { originDetails: { cardFingerprint: decomposed } }],
  ['originAccount.details.accountNumber', { originDetails: { accountNumber: '123456789' } }, { originDetails: { accountNumber: '123456789' } }],
]; // prettier-ignore

const ofEvents: readonly SameKey[] = [
  ['eventType', {}, {}],
  ['userId', { userId: composed }, { userId: decomposed }],
  ['eventDate', { eventDate: '2026-03-01' }, { eventDate: '2026-03-01' }],
  ['country', { country: 'CL' }, { country: 'CL' }],
  ['isVpn', { isVpn: true }, { isVpn: true }],
  ['failedAttemptsCount', { failedAttemptsCount: 3 }, { failedAttemptsCount: 3 }],
  ['ipAddress', { ipAddress: '10.1.2.3' }, { ipAddress: '::ffff:10.1.2.3' }],
  ['destinationAccountId', { destinationAccountId: composed }, { destinationAccountId: decomposed }],
  ['metadata.branch', { metadata: { branch: decomposed } }, { metadata: { branch: composed } }],
]; // prettier-ignore

describe('windows keyed by a field', () => {
  const api = useOwnTestApi();
  const now = Date.parse('2026-03-01T10:00:00Z');
  let sent = 0;
  beforeAll(async () => {
    const holder = { type: 'person', name: 'Holder', countryCode: 'CL', externalId: 'holder' };
    expect((await api().call('/entities', { body: holder })).status).toBe(201);
  });

  /** Far enough from the previous one to be the only others in a window of an hour. */
  const nextTime = (): string => new Date(now + (sent += 1) * 600_000).toISOString();

  const found = async (path: string, body: object, ruleId: string): Promise<string> => {
    const answer = await api().call(path, { body });
    if (answer.status !== 201) throw new Error(answer.text);
    const { alerts } = answer.body.rulesResult as { readonly alerts: readonly Body[] };
    return alerts.find((alert) => alert.ruleId === ruleId)?.title as string;
  };
  const rule = (target: string, source: string, path: string): Promise<string> => {
    sent += 100;
    const key = `per_${sent}`;
    return publishRule(api(), {
      source: `rule ${key} "${key}" {\n  on ${target} (created)\n  let n = count(${source} per ${path} in last 1h)\n  when n >= 0\n  then alert LOW "{n}"\n}`,
    });
  };

  it.each(ofPayments)('finds payments by %s regardless of spelling', async (path, one, other) => {
    const id = await rule('transaction', 'transactions', path);
    const payment = (more: object): object => ({
      ...{ externalId: `k-${sent}`, type: 'PAYMENT', amount: 10, currency: 'USD', transactedAt: nextTime() },
      ...more,
    });
    await found('/transactions', payment(one), id);
    expect(await found('/transactions', payment(other), id)).toBe('2');
  });

  it.each(ofEvents)('finds user events by %s regardless of spelling', async (path, one, other) => {
    const id = await rule('userEvent', 'userEvents', path);
    const event = (more: object): object => ({
      ...{ eventType: 'LOGIN_SUCCESS', userId: `u-${sent}`, timestamp: nextTime(), entityExternalId: 'holder' },
      ...more,
    });
    await found('/events/user', event(one), id);
    expect(await found('/events/user', event(other), id)).toBe('2');
  });
});
