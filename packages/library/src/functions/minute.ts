import { declareFunction } from '../declare.js';
import { zonedSignatures } from '../semantics/zoned-signatures.js';

export const minute = declareFunction({
  name: 'minute',
  form: 'minute(t, zone?)',
  signatures: zonedSignatures('minute', (clock) => clock.getUTCMinutes()),
  documentation: 'Minute of the hour, 0 to 59. In the zone of the organization, unless one is named.',
  examples: [
    { text: 'minute(2026-03-01T02:30:00Z, "Asia/Kolkata")', result: '0' },
    { text: 'minute(2026-03-01T02:30:00Z)', result: '30' },
  ],
});
