import { declareFunction } from '../declare.js';
import { boundarySignatures } from '../semantics/calendar-unit.js';

export const startOf = declareFunction({
  name: 'startOf',
  form: 'startOf("month", t, zone?)',
  signatures: boundarySignatures('startOf', 0),
  documentation:
    'When the hour, day, week (from Monday), month, quarter or year of an instant began. In the zone of the organization, unless one is named.',
  examples: [
    { text: 'startOf("month", 2026-03-15T10:20:30Z)', result: '2026-03-01T00:00:00Z' },
    { text: 'startOf("week", 2026-03-01T12:00:00Z)', result: '2026-02-23T00:00:00Z' },
    { text: 'startOf("day", 2026-03-01T02:30:00Z, "America/Sao_Paulo")', result: '2026-02-28T03:00:00Z' },
    { text: 'startOf("hour", 2026-03-01T02:50:00Z, "Asia/Kolkata")', result: '2026-03-01T02:30:00Z' },
  ],
});
