import { declareFunction } from '../declare.js';
import { holidaySignatures, isBusinessDayUnless } from '../semantics/business-day.js';

export const isBusinessDay = declareFunction({
  name: 'isBusinessDay',
  form: 'isBusinessDay(t, country)',
  signatures: holidaySignatures('isBusinessDay', isBusinessDayUnless),
  cost: 'c2',
  documentation:
    'The day is neither a Saturday, a Sunday nor a holiday of the country, by its calendar. In the zone of the organization.',
  examples: [
    {
      text: 'isBusinessDay(2026-09-08, "BR")',
      result: 'true',
      data: { reference: { 'isHoliday:BR': { '2026-09-07': true } } },
    },
    {
      text: 'isBusinessDay(2026-09-07, "BR")',
      result: 'false',
      data: { reference: { 'isHoliday:BR': { '2026-09-07': true } } },
    },
    {
      text: 'isBusinessDay(2026-09-08, "FR")',
      result: 'unknown (no_calendar)',
      data: { reference: { 'isHoliday:BR': { '2026-09-07': true } } },
    },
    { text: 'isBusinessDay(2026-09-08, "BR")', result: 'unknown (no_calendar)' },
    { text: 'isBusinessDay(2026-09-08, origin.attributes.country)', result: 'unknown (missing)', given: {} },
  ],
});
