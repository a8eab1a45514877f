import { type PageSearch, readPage } from '../../../data/paging.js';

const statuses = ['pending', 'approved', 'rejected', 'withdrawn', 'expired'] as const;
export type ApprovalStatus = (typeof statuses)[number];
export const approvalStatuses: readonly ApprovalStatus[] = statuses;

export interface ApprovalsSearch extends PageSearch {
  /** Absent for pending approvals. */
  readonly status?: ApprovalStatus;
}

export function readApprovalsSearch(given: Readonly<Record<string, unknown>>): ApprovalsSearch {
  const status = statuses.find((each) => each === given['status']);
  return { ...(status && status !== 'pending' && { status }), ...readPage(given['page']) };
}

export interface RuleSetsSearch extends PageSearch {
  /** Number of the displayed set. Absent for the active one. */
  readonly set?: number;
  /** Instead of the number: the version by which decisions refer to the set. */
  readonly version?: string;
}

const mostSets = 1_000_000_000;
const versionForm = /^rs_[0-9a-f]{8,128}$/;

export function readRuleSetsSearch({ set, version, page }: Readonly<Record<string, unknown>>): RuleSetsSearch {
  const isSet = typeof set === 'number' && Number.isInteger(set) && set > 0 && set < mostSets;
  const isVersion = !isSet && typeof version === 'string' && versionForm.test(version);
  return { ...(isSet && { set }), ...(isVersion && { version }), ...readPage(page) };
}
