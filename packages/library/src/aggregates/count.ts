import { isUnknown, type AggregateDeclaration, type AggregateFold } from '@tamis/lang';
import { numberType } from '../declare.js';
import { distinctKey, distinctValues, isDistinguishable, maxDistinct } from './distinct-values.js';

const distinct: AggregateFold = {
  result: (type) => (isDistinguishable(type) ? numberType : null),
  fold: (values, type) => {
    const found = distinctValues(values, type ?? { kind: 'any' });
    return isUnknown(found) ? found : found.length;
  },
  from: { kind: 'distinct', key: (value, type) => distinctKey(value, type ?? { kind: 'any' }), most: maxDistinct },
};

export const count: AggregateDeclaration = {
  name: 'count',
  form: 'count([distinct x of] transactions from origin in last 24h where …)',
  value: 'none',
  result: () => numberType,
  fold: (_values, _type, matching) => matching,
  from: { kind: 'counts' },
  distinct,
  empty: '0',
  since: 1,
  documentation:
    'Number of matching records; with `distinct`, of their different values. 0 for none. Different values are counted ' +
    'exactly, up to 10,000; beyond, the result is unknown (`too_many_rows`).',
  examples: [
    { text: 'count(prior transactions from origin in last 24h)', result: '0', given: { origin: 'e-1' } },
    {
      text: 'count(distinct channel of prior transactions from origin in last 24h)',
      result: '2',
      given: { origin: 'e-1' },
      records: [
        { originEntityId: 'e-1', transactedAt: '2026-03-01T08:00:00Z', channel: 'App' },
        { originEntityId: 'e-1', transactedAt: '2026-03-01T09:00:00Z', channel: 'app' },
        { originEntityId: 'e-1', transactedAt: '2026-03-01T10:00:00Z', channel: 'web' },
      ],
    },
  ],
};
