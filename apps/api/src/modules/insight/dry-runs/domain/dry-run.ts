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

/** Type of the replayed records if the request names none. */
const usualType: ReplayedType = 'transaction';

/** Returns the type of records that a dry run replays. */
export const replayedTypeOf = ({ request }: Pick<DryRun, 'request'>): ReplayedType =>
  (request as { readonly recordType?: ReplayedType }).recordType ?? usualType;

/** A side as displayed. */
export interface SideView {
  readonly ruleSetVersion: string;
  /** `null` if the set was never active. */
  readonly number: number | null;
  /** By rule key. */
  readonly contentHashes: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, unknown>>;
  /** Ids of the rules that have one, by key. */
  readonly ruleIds: Readonly<Record<string, string>>;
  /** Cost of the candidate when the dry run started. */
  readonly cost?: RuleCost;
}

/** The results of a replay. */
export interface ReplayResult {
  /** `null` if there was no record to evaluate. */
  readonly report: DryRunReport | null;
  readonly reproduction: Reproduction;
  readonly exactness: Exactness;
  /** By candidate, as all members below. */
  readonly figures: readonly CandidateFigures[];
  readonly matchesKept: readonly number[];
  readonly matchesTruncated: readonly boolean[];
}

/** A dry run or a sweep, as stored. */
export interface DryRun {
  readonly organizationId: string;
  readonly id: string;
  readonly kind: DryRunKind;
  readonly name: string | null;
  readonly status: DryRunStatus;
  /** The request body as sent. */
  readonly request: object;
  readonly candidate: SideView;
  readonly baseline: SideView | null;
  readonly recordsDone: number;
  /** `null` if not counted yet. */
  readonly recordsTotal: number | null;
  /** `null` until it is completed. */
  readonly result: ReplayResult | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** Rule versions published with it as evidence. */
  readonly evidenceOf: readonly { readonly ruleId: string; readonly version: number }[];
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}
