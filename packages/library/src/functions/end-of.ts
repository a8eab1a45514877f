import { declareFunction } from '../declare.js';
import { boundarySignatures } from '../semantics/calendar-unit.js';

export const endOf = declareFunction({
  name: 'endOf',
  form: 'endOf("month", t, zone?)',
  signatures: boundarySignatures('endOf', 1),
  documentation:
    'When the next hour, day, week (from Monday), month, quarter or year after an instant begins. In the zone of the organization, unless one is named.',
  examples: [
    { text: 'endOf("quarter", 2026-03-15T10:20:30Z)', result: '2026-04-01T00:00:00Z' },
    { text: 'endOf("year", 2026-03-15T10:20:30Z)', result: '2027-01-01T00:00:00Z' },
    { text: 'endOf("day", 2026-03-08T12:00:00Z, "America/New_York")', result: '2026-03-09T04:00:00Z' },
  ],
});
