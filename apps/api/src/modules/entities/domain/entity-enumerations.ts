export { entityStatuses, identityDocumentTypes as idTypes, weekdays, type EntityStatus } from '@tamis/library';

/** The record types that `POST /entities` creates with `type`. */
export const partyTypes = ['person', 'company'] as const;
export type PartyType = (typeof partyTypes)[number];

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
