/** Statuses a rule may set, the most restrictive first. */
const order = [
  'blocked',
  'rejected',
  'suspended',
  'under_review',
  'pending_verification',
  'awaiting_information',
  'inactive',
  'active',
] as const;

const rank = (status: string): number => {
  const index = (order as readonly string[]).indexOf(status);
  return index === -1 ? order.length : index;
};

/** The most restrictive of some statuses; null when there is none. */
export function strictestStatus(statuses: readonly string[]): string | null {
  return statuses.reduce<string | null>(
    (best, status) => (best === null || rank(status) < rank(best) ? status : best),
    null,
  );
}
