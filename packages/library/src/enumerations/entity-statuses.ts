/** Statuses of an entity; `under_review` is the default. */
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
