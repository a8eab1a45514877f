import { unknown, type AggregateDeclaration } from '@tamis/lang';
import { divideNumeric, isZero } from '@tamis/stdx';
import { numberType } from '../declare.js';
import { orOverflow } from '../semantics/failures.js';
import { amountsOfADay } from './amounts-of-a-day.js';

export const share: AggregateDeclaration = {
  name: 'share',
  form: 'share(transactions from origin in last 24h where …)',
  value: 'none',
  result: () => numberType,
  fold: (_values, _type, count, known) =>
    isZero(known) ? unknown({ cause: 'empty_window' }) : orOverflow(divideNumeric(count, known)),
  from: { kind: 'counts' },
  needsFilter: true,
  empty: 'unknown',
  since: 1,
  documentation:
    'The matching records divided by those for which the condition is known, 0 to 1. Unknown for none of these.',
  examples: [
    {
      text: 'share(prior transactions from origin in last 24h where amount >= 20 USD)',
      result: '0.25',
      given: { origin: 'e-1' },
      records: amountsOfADay(40, 10, 15, 5),
    },
    {
      text: 'share(prior transactions from origin in last 24h where amount >= 20 USD)',
      result: 'unknown (empty_window)',
      given: { origin: 'e-1' },
    },
  ],
};
