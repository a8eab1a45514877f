/** Statuses a rule may set. */
export const ruleEntityStatuses = [
  'under_review',
  'pending_verification',
  'awaiting_information',
  'suspended',
  'blocked',
  'rejected',
  'active',
] as const;

export type RuleEntityStatus = (typeof ruleEntityStatuses)[number];
