import { randomBytes } from 'node:crypto';

import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';

import { envelope } from './domain/envelope.js';
import { passesFilters } from './domain/passes-filters.js';
import { ConcurrencyLimiter } from './domain/concurrency-limiter.js';
import { deliveryAttempts, retryAt } from './domain/retry-schedule.js';
import { signatures } from './domain/signature.js';
import type { WebhookFilters } from './domain/webhook.js';
import { deliveryLimits } from './domain/delivery-limits.js';

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

describe('webhook signature', () => {
  const headersOf = (secrets: readonly string[], body: string) => {
    const timestamp = Math.floor(Date.now() / 1_000);
    const id = 'evt_1';
    return {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatures(secrets, { id, timestamp, body }),
    };
  };

  it('verifies with a third-party library for any body, and fails when any byte changes', () => {
    const secret = newSecret();
    const receiver = new Webhook(secret);
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (value, at) => {
        const body = JSON.stringify({ payload: value, astral: '𝒳😀' });
        const headers = headersOf([secret], body);
        expect(receiver.verify(body, headers)).toEqual(JSON.parse(body));
        const bytes = Buffer.from(body);
        bytes[at % bytes.length]! ^= 1;
        expect(() => receiver.verify(bytes, headers)).toThrow('No matching signature');
      }),
    );
  });

  it('contains one signature per secret while both are valid', () => {
    const [before, now, other] = [newSecret(), newSecret(), newSecret()];
    const headers = headersOf([now, before], '{}');
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
    for (const secret of [before, now]) expect(new Webhook(secret).verify('{}', headers)).toEqual({});
    expect(() => new Webhook(other).verify('{}', headers)).toThrow('No matching signature');
  });
});

describe('webhook body', () => {
  const organizationId = '01a2013f-da53-760e-9788-d865a4b27253';
  const at = new Date('2026-03-01T10:00:00.123Z');
  const bodyOf = (payload: string): string =>
    envelope({ id: '01a2013f-e024-7fff-b917-408ba8a4c214', event: 'entity.created', at, organizationId, payload });

  it('keeps the payload as written, digit for digit and key for key', () => {
    const payload = '{"b":12345678901234567890.10,"a":{"2":1,"1":[1e2,"\\u00e9"]}}';
    expect(bodyOf(payload)).toBe(
      `{"id":"evt_01a2013f-e024-7fff-b917-408ba8a4c214","event":"entity.created","timestamp":"2026-03-01T10:00:00.123Z",` +
        `"organizationId":"${organizationId}","payload":${payload}}`,
    );
  });

  const long = (bytes: number): string => JSON.stringify('x'.repeat(bytes));
  const whole = deliveryLimits.bodyBytes;

  it('is complete up to the size limit and not beyond', () => {
    const rest = Buffer.byteLength(bodyOf('{"attributes":""}'));
    const most = bodyOf(`{"attributes":${long(whole - rest)}}`);
    expect([Buffer.byteLength(most), most.includes('truncated')]).toEqual([whole, false]);
    expect(JSON.parse(bodyOf(`{"attributes":${long(whole - rest + 1)}}`)).payload).toEqual({
      attributes: { truncated: true },
    });
  });

  it('counts bytes, not characters', () => {
    expect(JSON.parse(bodyOf(`{"attributes":${JSON.stringify('é'.repeat(whole / 2))}}`)).payload).toEqual({
      attributes: { truncated: true },
    });
  });

  it('truncates only omittable members, at any depth, and keeps the rest as written', () => {
    const payload =
      `{"entity":{"name":"Ana","entityData":${long(10)},"attributes":{"a":1}},` +
      `"runs":[{"rulesNoHit":[${long(whole)}],"amount":1.10}]}`;
    expect(bodyOf(payload)).toContain(
      '"payload":{"entity":{"name":"Ana","entityData":{"truncated":true},"attributes":{"truncated":true}},' +
        '"runs":[{"rulesNoHit":{"truncated":true},"amount":1.10}]}}',
    );
  });

  it('never exceeds the limit: if truncation is not enough, the largest members are dropped', () => {
    const payload = `{"id":"7","metadata":${long(whole)},"changes":${long(whole / 2)},"more":${long(whole / 4)}}`;
    const body = bodyOf(payload);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(whole);
    expect(JSON.parse(body).payload).toMatchObject({
      id: '7',
      metadata: { truncated: true },
      more: 'x'.repeat(whole / 4),
    });
  });
});

describe('webhook delivery retry schedule', () => {
  const at = new Date('2026-03-01T00:00:00Z');
  const secondsAfter = (attempt: number, random: number, statusCode: number | null = 500, retryAfter?: string) => {
    const next = retryAt({ attempt, at, statusCode, retryAfter }, random);
    return next && (next.getTime() - at.getTime()) / 1_000;
  };
  const delays = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

  it('makes ten attempts, each after its documented delay', () => {
    expect(deliveryAttempts).toBe(10);
    expect(delays.map((_, index) => secondsAfter(index + 1, 0.5))).toEqual(delays);
    expect(secondsAfter(10, 0.5)).toBeNull();
  });

  it('varies the delay by ten percent', () => {
    expect(delays.map((_, index) => secondsAfter(index + 1, 0))).toEqual(delays.map((delay) => delay * 0.9));
    for (const [index, delay] of delays.entries()) expect(secondsAfter(index + 1, 1)).toBeCloseTo(delay * 1.1, 3);
  });

  it.each([
    ['as seconds', 429, '120', 120],
    ['as a date', 503, 'Sun, 01 Mar 2026 00:10:00 GMT', 600],
    ['of a day at most', 429, '999999', 86_400],
    ['up to a day, however many digits it has', 503, '99999999999999999999', 24 * 60 * 60],
    ['never less than the timetable', 503, '1', 5],
    ['not where it is in the past', 503, 'Sun, 01 Mar 2020 00:10:00 GMT', 5],
    ['not where it is none', 429, 'soon', 5],
    ['not of another status', 500, '120', 5],
  ])('honours Retry-After, %s', (_, statusCode, retryAfter, expected) => {
    expect(secondsAfter(1, 0.5, statusCode, retryAfter)).toBe(expected);
  });
});

describe('webhook filter matching', () => {
  const flagged = {
    type: 'PAYMENT',
    decision: 'REVIEW_REQUIRED',
    origin: { type: 'person', country: 'BR' },
    destination: { type: null, country: null },
    alerts: [{ ruleId: 'r1', severity: 'HIGH' }],
  };
  const cases: readonly (readonly [WebhookFilters, string, object, boolean])[] = [
    [{}, 'transaction.flagged', flagged, true],
    [{ entityTypes: ['person'] }, 'transaction.flagged', flagged, true],
    [{ entityTypes: ['company'] }, 'transaction.flagged', flagged, false],
    [{ entityTypes: ['company'] }, 'entity.created', { entity: { type: 'company' } }, true],
    [{ countries: ['US', 'BR'] }, 'transaction.flagged', flagged, true],
    [{ countries: ['US'] }, 'transaction.flagged', flagged, false],
    [{ countries: ['BR'] }, 'entity.updated', { entity: { countryCode: 'BR' } }, true],
    [{ countries: ['BR'] }, 'user_event.created', { country: 'BR' }, true],
    [{ transactionTypes: ['PAYMENT'] }, 'transaction.flagged', flagged, true],
    [{ transactionTypes: ['PAYMENT'] }, 'alert.created', { type: 'PAYMENT' }, false],
    [
      { transactionTypes: ['PAYMENT'] },
      'risk_analysis_transaction_executed',
      { transaction: { type: 'PAYMENT' } },
      true,
    ],
    [{ ruleSeverity: ['high'] }, 'transaction.flagged', flagged, true],
    [{ ruleSeverity: ['low'] }, 'transaction.flagged', flagged, false],
    [{ ruleSeverity: ['high'] }, 'alert.created', { severity: 'HIGH' }, true],
    [{ ruleSeverity: ['high'] }, 'alert.assigned', { alert: { severity: 'HIGH' } }, true],
    [{ ruleSeverity: ['low'] }, 'rule.triggered', { rule: { severity: 'LOW' } }, true],
    [{ ruleIds: ['r1'] }, 'transaction.flagged', flagged, true],
    [{ ruleIds: ['r2'] }, 'alert.assigned', { alert: { ruleId: 'r2' } }, true],
    [{ ruleIds: ['r2'] }, 'rule_set.activated', {}, false],
    [{ decisions: ['REJECT', 'REVIEW_REQUIRED'] }, 'transaction.flagged', flagged, true],
    [{ decisions: ['REJECT'] }, 'transaction.flagged', flagged, false],
    [{ decisions: ['REVIEW_REQUIRED'], countries: ['US'] }, 'transaction.flagged', flagged, false],
    [{ statusChanges: { to: ['active'] } }, 'entity.status_changed', { previousStatus: 'x', status: 'active' }, true],
    [{ statusChanges: { from: ['y'] } }, 'entity.status_changed', { previousStatus: 'x', status: 'active' }, false],
    [{ statusChanges: { to: ['active'] } }, 'entity.created', { status: 'active' }, false],
    [{ statusChanges: { to: ['b'] } }, 'x', { changes: { status: { previous: 'a', current: 'b' } } }, true],
  ];
  it.each(cases)('%j and %s %j: %s', (filters, event, payload, expected) => {
    expect(passesFilters(filters, event, payload)).toBe(expected);
  });
});

describe('concurrency limits for delivery requests', () => {
  it('limits requests per organization, failing ones and in total, and releases them', () => {
    const places = new ConcurrencyLimiter();
    const mine = { organizationId: 'mine', isFailing: false };
    expect(places.available(mine)).toBe(deliveryLimits.organizationRequests);
    const back = Array.from({ length: deliveryLimits.organizationRequests }, () => places.acquire(mine));
    expect([places.available(mine), places.inUse]).toEqual([0, deliveryLimits.organizationRequests]);
    for (let n = 0; n < deliveryLimits.allFailingRequests; n += 1)
      back.push(places.acquire({ organizationId: `failing ${n % 10}`, isFailing: true }));
    expect(places.available({ organizationId: 'another', isFailing: true })).toBe(0);
    expect(places.available({ organizationId: 'another', isFailing: false })).toBe(deliveryLimits.organizationRequests);
    for (const giveBack of back) giveBack();
    expect([places.available(mine), places.inUse]).toEqual([deliveryLimits.organizationRequests, 0]);
  });
});
