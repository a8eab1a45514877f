import type { Type } from '@tamis/lang';
import { declareFunction } from '../declare.js';
import { weekdays } from '../enumerations/weekdays.js';
import { zonedSignatures } from '../semantics/zoned-signatures.js';

const weekdayType: Type = { kind: 'enum', name: 'weekday', values: weekdays };

export const weekday = declareFunction({
  name: 'weekday',
  form: 'weekday(t, zone?)',
  // The table starts with Monday, but the clock counts from Sunday.
  signatures: zonedSignatures('weekday', (clock) => weekdays[(clock.getUTCDay() + 6) % 7] ?? 'monday', {
    result: weekdayType,
  }),
  documentation: 'Day of the week, `monday` to `sunday`. In the zone of the organization, unless one is named.',
  examples: [
    { text: 'weekday(2026-03-01) = "sunday"', result: 'true' },
    { text: 'weekday(2026-03-02T02:00:00Z, "America/Sao_Paulo") = "sunday"', result: 'true' },
  ],
});
