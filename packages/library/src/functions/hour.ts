import { declareFunction } from '../declare.js';
import { zonedSignatures } from '../semantics/zoned-signatures.js';

export const hour = declareFunction({
  name: 'hour',
  form: 'hour(t, zone?)',
  signatures: zonedSignatures('hour', (clock) => clock.getUTCHours()),
  documentation: 'Hour of the day, 0 to 23. In the zone of the organization, unless one is named.',
  examples: [
    { text: 'hour(2026-03-01T02:30:00Z, "America/Sao_Paulo")', result: '23' },
    { text: 'hour(2026-03-01T02:30:00Z)', result: '2' },
  ],
});
