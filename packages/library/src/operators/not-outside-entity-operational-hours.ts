import { operationalHoursOperator } from '../semantics/operational-hours.js';

export const notOutsideEntityOperationalHours = operationalHoursOperator(
  'not outside',
  'The time lies in one of the entity’s weekly slots.',
);
