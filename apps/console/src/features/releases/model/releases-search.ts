const statuses = ['pending', 'approved', 'rejected', 'withdrawn', 'expired'] as const;
export type ApprovalStatus = (typeof statuses)[number];
export const approvalStatuses: readonly ApprovalStatus[] = statuses;

export interface ApprovalsSearch {
  /** Absent: those that wait. */
  readonly status?: ApprovalStatus;
}

export function readApprovalsSearch(given: Readonly<Record<string, unknown>>): ApprovalsSearch {
  const status = statuses.find((each) => each === given['status']);
  return status && status !== 'pending' ? { status } : {};
}

export interface RuleSetsSearch {
  /** Number of the set that is looked at; absent: the one in force. */
  readonly set?: number;
  /** In place of its number: what the set is called where decisions name it. */
  readonly version?: string;
}

const mostSets = 1_000_000_000;
const versionForm = /^rs_[0-9a-f]{8,128}$/;

export function readRuleSetsSearch({ set, version }: Readonly<Record<string, unknown>>): RuleSetsSearch {
  if (typeof set === 'number' && Number.isInteger(set) && set > 0 && set < mostSets) return { set };
  return typeof version === 'string' && versionForm.test(version) ? { version } : {};
}
