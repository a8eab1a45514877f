export { entityStatuses, identityDocumentTypes as idTypes, weekdays, type EntityStatus } from '@tamis/library';

/** The record types that `POST /entities` creates with `type`. */
export const partyTypes = ['person', 'company'] as const;
export type PartyType = (typeof partyTypes)[number];

/** Are rules run on entities of the type? */
export const isParty = (type: string): type is PartyType => (partyTypes as readonly string[]).includes(type);

/** Every record type the interface names. */
export const entityTypes = [
  ...partyTypes,
  'payment_method',
  'account',
  'card',
  'transaction',
  'device',
  'location',
  'document',
  'alert',
  'investigation',
  'case',
  'incident',
  'review_task',
  'kyc_document',
  'compliance_report',
  'risk_assessment',
  'network',
  'relationship',
] as const;
export type EntityType = (typeof entityTypes)[number];

/** What a risk score means, the least first. */
export const riskLevels = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** How an evaluation came about: by a change, on demand, or recorded without a run. */
export const evaluationTypes = ['RULES', 'MANUAL', 'SYSTEM'] as const;
export type EvaluationType = (typeof evaluationTypes)[number];
