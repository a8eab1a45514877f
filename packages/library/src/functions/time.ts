import { csText, declareFunction } from '../declare.js';
import { clockText } from '../semantics/clock-text.js';
import { zonedSignatures } from '../semantics/zoned-signatures.js';

export const time = declareFunction({
  name: 'time',
  form: 'time(t, zone?)',
  signatures: zonedSignatures('time', clockText, { result: csText, time: 'datetime' }),
  documentation: 'The clock time of an instant, `HH:mm`. In the zone of the organization, unless one is named.',
  examples: [
    { text: 'time(2026-03-01T02:30:00Z, "America/Sao_Paulo")', result: '"23:30"' },
    { text: 'time(2026-03-01T02:05:59Z)', result: '"02:05"' },
  ],
});
