import { declareFunction } from '../declare.js';
import { zonedSignatures } from '../semantics/zoned-signatures.js';

export const dayOfMonth = declareFunction({
  name: 'dayOfMonth',
  form: 'dayOfMonth(t, zone?)',
  signatures: zonedSignatures('dayOfMonth', (clock) => clock.getUTCDate()),
  documentation: 'Day of the month, 1 to 31. In the zone of the organization, unless one is named.',
  examples: [
    { text: 'dayOfMonth(2026-03-01T02:30:00Z, "America/Sao_Paulo")', result: '28' },
    { text: 'dayOfMonth(2026-03-31)', result: '31' },
  ],
});
