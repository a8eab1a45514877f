export { entityStatuses, identityDocumentTypes as idTypes, weekdays, type EntityStatus } from '@tamis/library';

/** The record types that `POST /entities` creates with `type`. */
export const partyTypes = ['person', 'company'] as const;
export type PartyType = (typeof partyTypes)[number];

/** Whether rules are evaluated for entities of the type. */
export const isParty = (type: string): type is PartyType => (partyTypes as readonly string[]).includes(type);

/** All record types that the interface names. */
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

/** The levels of a risk score, lowest first. */
export const riskLevels = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** The origin of an evaluation: by a change, on demand, or recorded without evaluating rules. */
export const evaluationTypes = ['RULES', 'MANUAL', 'SYSTEM'] as const;
export type EvaluationType = (typeof evaluationTypes)[number];
