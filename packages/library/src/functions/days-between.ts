import type { Value } from '@tamis/lang';
import { daysFrom, localDate } from '@tamis/stdx';
import { declareFunction, numberType, signature } from '../declare.js';

const times = ['date', 'datetime'] as const;

export const daysBetween = declareFunction({
  name: 'daysBetween',
  form: 'daysBetween(a, b)',
  signatures: [
    signature('daysBetween', [times, times], {
      result: () => numberType,
      evaluate: ([a, b], _types, { timezone }) => {
        const day = (value: Value): string =>
          typeof value === 'number' ? localDate(value, timezone) : (value as string);
        return daysFrom(day(a as Value), day(b as Value));
      },
    }),
  ],
  documentation: 'Whole local days from the first to the second; negative when the second is earlier.',
  examples: [
    { text: 'daysBetween(2026-02-27, 2026-03-01)', result: '2' },
    { text: 'daysBetween(2026-03-01, 2026-02-27)', result: '-2' },
  ],
});
