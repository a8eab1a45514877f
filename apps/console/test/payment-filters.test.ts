import { readFileSync } from 'node:fs';

import { nextTransactionStatuses } from '@tamis/library';

import { nextStatuses } from '../src/features/transactions/model/next-statuses.js';
import {
  filtersIn,
  filterWords,
  periodIn,
  periods,
  queryOf,
  readTransactionsSearch,
  withFilter,
  withPeriod,
} from '../src/features/transactions/model/transactions-search.js';

interface Parameter {
  readonly name: string;
  readonly schema: { readonly $ref?: string; readonly items?: { readonly $ref: string } };
}

const api = JSON.parse(readFileSync('apps/api/openapi.json', 'utf8')) as {
  readonly paths: Readonly<Record<string, { readonly get: { readonly parameters: readonly Parameter[] } }>>;
  readonly components: { readonly schemas: Readonly<Record<string, { readonly enum?: readonly string[] }>> };
};
const { parameters } = api.paths['/transactions']!.get;
const ruleId = '01a20a1a-bc1a-79ac-9276-54277e2cd80d';

describe('payment filters', () => {
  it.each(Object.entries(filterWords))('use the same values as the API for %s', (name, words) => {
    const { schema } = parameters.find((parameter) => parameter.name === name)!;
    const reference = schema.$ref ?? schema.items!.$ref;
    const { enum: known } = api.components.schemas[reference.split('/').at(-1)!]!;
    expect([...words].sort()).toEqual([...known!].sort());
  });

  it('send the API only parameters that it knows', () => {
    const all = {
      ...{ decision: 'HOLD', status: 'SENT', type: 'FEE', paymentMethod: 'PIX', outcome: 'hit', q: 'rent', reason: 'OTHER' },
      ...{ externalId: 'x', currency: 'USD', channel: 'web', entityId: ruleId, originEntityId: ruleId, ruleId },
      ...{ destinationEntityId: ruleId, deviceId: 'd-1', ipAddress: '2001:db8::1', accountNumber: '77', cardFingerprint: 'c' },
      ...{ from: '2026-02-28', to: '2026-03-01', amountMin: '1', amountMax: '2', riskScoreMin: '3', flagged: true },
      ...{ sort: 'amount', cursor: 'next' },
    }; // prettier-ignore
    const search = readTransactionsSearch(all);
    expect(filtersIn(search)).toHaveLength(Object.keys(all).length - 2);
    const asked = queryOf(search, 'America/Sao_Paulo') as Readonly<Record<string, unknown>>;
    expect(Object.keys(asked).filter((name) => !parameters.some((parameter) => parameter.name === name))).toEqual([]);
    expect(asked).toMatchObject({
      ...{
        deviceId: 'd-1',
        ipAddress: '2001:db8::1',
        accountNumber: '77',
        cardFingerprint: 'c',
        ruleId,
        outcome: 'hit',
      },
      ...{ transactedFrom: '2026-02-28T03:00:00.000Z', transactedTo: '2026-03-02T02:59:59.999Z' },
    });
  });

  it('ignore invalid values', () => {
    const hostile = {
      ...{ deviceId: '', ipAddress: '1.2.3.4; drop', accountNumber: '9'.repeat(256), cardFingerprint: { a: 1 } },
      ...{ ruleId: 'large', outcome: 'miss', from: '2026-02-30', to: '0000-01-01' },
    };
    expect(readTransactionsSearch(hostile)).toEqual({});
    expect(readTransactionsSearch({ deviceId: 7, from: '20260-01-01' })).toEqual({ deviceId: '7' });
  });

  it('distinguish a period of recent days from other date ranges', () => {
    const today = '2026-03-01';
    const week = withPeriod({ to: '2026-02-01', deviceId: 'd-1', cursor: 'x' }, 7, today);
    expect(week).toEqual({ from: '2026-02-23', deviceId: 'd-1' });
    expect(withPeriod({}, 1, today)).toEqual({ from: today });
    for (const days of [0, ...periods]) expect(periodIn(withPeriod({}, days, today), today)).toBe(days);
    expect(periodIn(withFilter(week, 'to', today), today)).toBeNull();
    expect(periodIn({ to: today }, today)).toBeNull();
  });
});

describe('allowed status transitions of a payment', () => {
  it.each(Object.entries(nextStatuses))('from %s are those that the server allows', (from, next) => {
    expect(next).toEqual(nextTransactionStatuses(from));
  });
});
