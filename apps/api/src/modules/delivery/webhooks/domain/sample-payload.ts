import { newId } from '../../../../platform/database/index.js';

const entity = (): object => ({
  id: newId(),
  externalId: 'sample-entity',
  type: 'person',
  name: 'Sample Person',
  taxId: null,
  countryCode: 'BR',
  status: 'active',
});

const transaction = (): object => ({
  transactionId: newId(),
  externalId: 'sample-transaction',
  type: 'PAYMENT',
  status: 'CREATED',
  amount: 100,
  currency: 'USD',
});

const alert = (): object => ({
  id: newId(),
  name: 'Sample alert',
  severity: 'LOW',
  priority: 'LOW',
  status: 'OPEN',
  type: 'CUSTOM',
  entity: entity(),
});

const rule = (): object => ({
  ruleId: newId(),
  rule: { key: 'sample', version: 1, name: 'Sample rule', severity: 'LOW' },
});

const balance = (): object => ({ balanceCents: 400, availableCents: 300, thresholdCents: 500 });

const topUp = (): object => ({ id: newId(), amountCents: 5_000, reference: 'sample', status: 'completed' });

const materialized = (): object => ({
  entityId: newId(),
  success: true,
  entitiesCreated: 2,
  relationshipsCreated: 3,
  enrichmentExecuted: true,
  enrichmentProviders: ['br_receita_cnpj'],
  riskMatrixExecuted: false,
});

const validation = (): object => ({
  id: newId(),
  entityId: newId(),
  status: 'in_review',
  provider: 'tamis',
  integrationCode: 'global_tamis_document',
  isCurrent: true,
  decision: null,
});

/** Sample payloads by the beginning of the event name. */
const samples: readonly (readonly [string, () => object])[] = [
  ['entity.relationships_materialized', materialized],
  ['entity.', () => ({ entity: entity() })],
  ['risk_analysis_entity', () => ({ entity: entity(), riskScore: 0, decision: 'APPROVE' })],
  ['risk_analysis_transaction', () => ({ transaction: transaction(), riskScore: 0, decision: 'APPROVE' })],
  ['transaction.', transaction],
  ['alert.assigned', () => ({ alert: alert(), assignedTo: null, previousAssignedTo: null })],
  ['alert.', alert],
  ['kyc.', () => ({ validation: validation(), entity: entity(), previousStatus: 'in_progress', status: 'in_review' })],
  ['rule.', rule],
  ['billing.balance_low', () => ({ ...balance(), topUpId: null })],
  ['billing.topped_up', () => ({ topUp: topUp(), ...balance() })],
  ['billing.', () => ({ balanceCents: 0, availableCents: 0, thresholdCents: 500 })],
];

/** Returns the payload of a test: a marker, and the main members of such an event. Nothing in it exists. */
export const samplePayload = (event: string): object => ({
  test: true,
  ...samples.find(([beginning]) => event.startsWith(beginning))?.[1](),
});
