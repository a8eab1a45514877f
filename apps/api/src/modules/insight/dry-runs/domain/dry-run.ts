import type { DryRunReport } from '@tamis/dry-run';

import type { RuleCost } from '../../../rules/rules/index.js';
import type { CandidateFigures } from './candidate-tally.js';
import type { ReplayedType } from './replay-plan.js';
import type { Exactness } from './exactness.js';
import type { Reproduction } from './reproduction.js';

export const dryRunStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type DryRunStatus = (typeof dryRunStatuses)[number];

export const isUnfinished = (status: DryRunStatus): boolean => status === 'queued' || status === 'running';

export type DryRunKind = 'dry_run' | 'sweep';

/** Records that a run is over, where its body names none. */
const usualType: ReplayedType = 'transaction';

/** Records that a run is over. */
export const replayedTypeOf = ({ request }: Pick<DryRun, 'request'>): ReplayedType =>
  (request as { readonly recordType?: ReplayedType }).recordType ?? usualType;

/** A side as it is shown. */
export interface SideView {
  readonly ruleSetVersion: string;
  /** Null: the set was never in force. */
  readonly number: number | null;
  /** By key of the rule. */
  readonly contentHashes: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, unknown>>;
  /** Of the rules that have one. */
  readonly ruleIds: Readonly<Record<string, string>>;
  /** Of the candidate, when the run began. */
  readonly cost?: RuleCost;
}

/** What a replay came to. */
export interface ReplayResult {
  /** Null: there was no record to evaluate. */
  readonly report: DryRunReport | null;
  readonly reproduction: Reproduction;
  readonly exactness: Exactness;
  /** By candidate, as all below. */
  readonly figures: readonly CandidateFigures[];
  readonly matchesKept: readonly number[];
  readonly matchesTruncated: readonly boolean[];
}

/** A dry run or a sweep as it is stored. */
export interface DryRun {
  readonly organizationId: string;
  readonly id: string;
  readonly kind: DryRunKind;
  readonly name: string | null;
  readonly status: DryRunStatus;
  /** The body as it was sent. */
  readonly request: object;
  readonly candidate: SideView;
  readonly baseline: SideView | null;
  readonly recordsDone: number;
  /** Null: not counted yet. */
  readonly recordsTotal: number | null;
  /** Null until it is completed. */
  readonly result: ReplayResult | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** Rule versions that were published with it. */
  readonly evidenceOf: readonly { readonly ruleId: string; readonly version: number }[];
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}
