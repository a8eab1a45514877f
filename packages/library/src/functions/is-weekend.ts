import { boolType, declareFunction } from '../declare.js';
import { isWeekendDay } from '../semantics/business-day.js';
import { zonedSignatures } from '../semantics/zoned-signatures.js';

export const isWeekend = declareFunction({
  name: 'isWeekend',
  form: 'isWeekend(t, zone?)',
  signatures: zonedSignatures('isWeekend', isWeekendDay, { result: boolType }),
  documentation: 'The day is a Saturday or a Sunday. In the zone of the organization, unless one is named.',
  examples: [
    { text: 'isWeekend(2026-03-01)', result: 'true' },
    { text: 'isWeekend(2026-03-02T02:00:00Z, "America/Sao_Paulo")', result: 'true' },
    { text: 'isWeekend(2026-03-02)', result: 'false' },
  ],
});
