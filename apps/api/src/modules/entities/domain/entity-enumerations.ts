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

export const entityStatuses = [
  'active',
  'inactive',
  'not_started',
  'under_review',
  'pending_verification',
  'awaiting_information',
  'approved',
  'rejected',
  'suspended',
  'blocked',
  'expired',
  'deleted',
] as const;
export type EntityStatus = (typeof entityStatuses)[number];

export const idTypes = ['national_id', 'passport', 'drivers_license', 'tax_id', 'other'] as const;

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
