import { declareFunction } from '../declare.js';
import { holidaySignatures } from '../semantics/business-day.js';

export const isHoliday = declareFunction({
  name: 'isHoliday',
  form: 'isHoliday(t, country)',
  signatures: holidaySignatures('isHoliday', (_day, holiday) => holiday),
  cost: 'c2',
  documentation: 'The day is a holiday of the country, by its calendar. In the zone of the organization.',
  examples: [
    {
      text: 'isHoliday(2026-09-07, "BR")',
      result: 'true',
      data: { reference: { 'isHoliday:BR': { '2026-09-07': true } } },
    },
    {
      text: 'isHoliday(2026-09-08, "BR")',
      result: 'false',
      data: { reference: { 'isHoliday:BR': { '2026-09-07': true } } },
    },
    { text: 'isHoliday(2026-09-07, "BR")', result: 'unknown (no_calendar)' },
    { text: 'isHoliday(2026-09-07, origin.attributes.country)', result: 'unknown (missing)', given: {} },
  ],
});
