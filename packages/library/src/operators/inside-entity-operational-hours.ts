import { operationalHoursOperator } from '../semantics/operational-hours.js';

export const insideEntityOperationalHours = operationalHoursOperator(
  'inside',
  'The time lies in one of the entity’s weekly slots, by the clock of its own zone. The end of a slot does not belong to it; a slot that ends before it begins runs past midnight.',
);
