import { operationalHoursOperator } from '../semantics/operational-hours.js';

export const notInsideEntityOperationalHours = operationalHoursOperator(
  'not inside',
  'The time lies in none of the entity’s weekly slots.',
);
