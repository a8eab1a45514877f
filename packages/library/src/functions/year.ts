import { declareFunction } from '../declare.js';
import { zonedSignatures } from '../semantics/zoned-signatures.js';

export const year = declareFunction({
  name: 'year',
  form: 'year(t, zone?)',
  signatures: zonedSignatures('year', (clock) => clock.getUTCFullYear()),
  documentation: 'Year. In the zone of the organization, unless one is named.',
  examples: [
    { text: 'year(2025-12-31T23:30:00Z, "Europe/Madrid")', result: '2026' },
    { text: 'year(2026-03-01)', result: '2026' },
  ],
});
