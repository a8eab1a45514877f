import type { Cause, CostClass } from '@tamis/lang';
import type { TraceRate, TraceRead } from '../evaluate/rule-inspector.js';

export type TraceOutcome = 'true' | 'false' | 'unknown' | 'skipped';

/** One record that an aggregate processed. */
export interface TraceRow {
  /** RFC 3339; `null` for records without a time. */
  readonly at: string | null;
  /** JSON form of the aggregated value; absent if there is none. */
  readonly value?: unknown;
  /** Whether `where` includes the record; true if there is none. */
  readonly filter: 'true' | 'false' | 'unknown';
  /** Whether it is the subject of the evaluation itself. */
  readonly isSubject: boolean;
  /** Id of the record, for the newest ones. */
  readonly recordId?: string;
}

/**
 * The result of one part of a rule in one evaluation (shapes 6.6). Times are not included: shared parts are computed once, so the time of
 * one part is meaningless, and a replay must produce the same trace.
 */
export interface TraceNode {
  /** Position in the tree: `0`, `0.2`, `0.2.1`. */
  readonly id: string;
  readonly kind:
    | 'and'
    | 'or'
    | 'none'
    | 'atLeast'
    | 'not'
    | 'test'
    | 'value'
    | 'aggregate'
    | 'let'
    | 'define'
    | 'param';
  /** The part as written, in canonical form. */
  readonly text: string;
  /** Result of a condition. `skipped` means that the result of the whole did not depend on it. */
  readonly outcome?: TraceOutcome;
  /** JSON form of the value: that of the left side of a comparison, otherwise of the part itself. */
  readonly actual?: unknown;
  /** JSON form of the right side of a comparison. */
  readonly expected?: unknown;
  /** Why it is unknown. */
  readonly because?: readonly Cause[];
  readonly costClass: CostClass;
  /** The newest records in the window, oldest first. */
  readonly rows?: readonly TraceRow[];
  /** Number of records in the window, before the filter. */
  readonly rowCount?: number;
  /** Records in the window that lack the value, or a field that the filter reads. */
  readonly skippedRows?: number;
  readonly reads?: readonly TraceRead[];
  readonly rates?: readonly TraceRate[];
  readonly children: readonly TraceNode[];
  /** The tree was cut below this part, because it is too large to be read. */
  readonly isCut?: true;
}

/** Result of one rule, with the reasons. */
export interface RuleTrace {
  /** Index into the rules of the set. */
  readonly rule: number;
  readonly ruleId: string;
  readonly ruleKey: string;
  readonly outcome: 'hit' | 'no_hit' | 'unknown';
  /** Whether it counts as a hit, including through `unknown: hit`. */
  readonly matched: boolean;
  readonly unknownBecause?: readonly Cause[];
  readonly tree: TraceNode;
}
