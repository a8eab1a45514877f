import { declareOperator } from '../declare.js';
import { operationalHoursSignatures } from '../semantics/operational-hours.js';

export const notInsideEntityOperationalHours = declareOperator({
  name: 'not_inside_entity_operational_hours',
  form: 't is not inside operational hours of E',
  signatures: operationalHoursSignatures('not_inside_entity_operational_hours', false),
  missing: {
    says: 'unknown when an operand is, and when the entity has no operational hours (`no_operational_hours`)',
  },
  cost: 'c2',
  documentation: 'The time lies in none of the entity’s weekly slots.',
  examples: [
    {
      text: 'transaction.transactedAt is not inside operational hours of origin',
      result: 'false',
      given: {
        origin: 'e-1',
        'transaction.transactedAt': '2026-03-02T20:00:00Z',
        'origin.operationalHours': {
          timezone: 'America/Sao_Paulo',
          weekly: [{ day: 'monday', open: '09:00', close: '18:00' }],
        },
      },
    },
    {
      text: 'transaction.transactedAt is not inside operational hours of origin',
      result: 'true',
      given: {
        origin: 'e-1',
        'transaction.transactedAt': '2026-03-02T21:00:00Z',
        'origin.operationalHours': {
          timezone: 'America/Sao_Paulo',
          weekly: [{ day: 'monday', open: '09:00', close: '18:00' }],
        },
      },
    },
    {
      text: 'transaction.transactedAt is not inside operational hours of origin',
      result: 'unknown (no_operational_hours)',
      given: { origin: 'e-1', 'origin.name': 'Ana', 'transaction.transactedAt': '2026-03-02T21:00:00Z' },
    },
  ],
});
