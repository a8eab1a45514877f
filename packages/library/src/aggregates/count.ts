import type { AggregateDeclaration } from '@tamis/lang';
import { numberType } from '../declare.js';

export const count: AggregateDeclaration = {
  name: 'count',
  form: 'count(transactions from origin in last 24h where …)',
  value: 'none',
  result: () => numberType,
  fold: (_values, _type, matching) => matching,
  documentation: 'How many records match. 0 for none.',
  examples: [{ text: 'count(prior transactions from origin in last 24h)', result: '0', given: { origin: 'e-1' } }],
};
