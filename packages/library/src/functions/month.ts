import { declareFunction } from '../declare.js';
import { zonedSignatures } from '../semantics/zoned-signatures.js';

export const month = declareFunction({
  name: 'month',
  form: 'month(t, zone?)',
  signatures: zonedSignatures('month', (clock) => clock.getUTCMonth() + 1),
  documentation: 'Month of the year, 1 to 12. In the zone of the organization, unless one is named.',
  examples: [
    { text: 'month(2026-03-01)', result: '3' },
    { text: 'month(2026-03-01T02:30:00Z, "America/Sao_Paulo")', result: '2' },
  ],
});
