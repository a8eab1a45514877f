import { operationalHoursOperator } from '../semantics/operational-hours.js';

export const outsideEntityOperationalHours = operationalHoursOperator(
  'outside',
  'The time lies in none of the entity’s weekly slots, by the clock of its own zone; a day without a slot is closed.',
);
