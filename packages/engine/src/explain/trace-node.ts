import type { Cause, CostClass } from '@tamis/lang';
import type { TraceRate, TraceRead } from '../evaluate/rule-inspector.js';

export type TraceOutcome = 'true' | 'false' | 'unknown' | 'skipped';

/** One record an aggregate looked at. */
export interface TraceRow {
  /** RFC 3339; null for records without a time. */
  readonly at: string | null;
  /** JSON form of the aggregated value; absent where there is none. */
  readonly value?: unknown;
  /** Whether `where` lets the record in; true without one. */
  readonly filter: 'true' | 'false' | 'unknown';
  /** The subject of the run itself. */
  readonly isSubject: boolean;
  /** Id of the record, of the newest ones. */
  readonly recordId?: string;
}

/**
 * What one part of a rule came to in one run (shapes 6.6). Times are not part of it: what is shared is computed once, so the time
 * of a part says nothing, and a replay must give the same trace.
 */
export interface TraceNode {
  /** Place in the tree: `0`, `0.2`, `0.2.1`. */
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
  /** The part as written, printed canonically. */
  readonly text: string;
  /** Of conditions. `skipped`: the answer did not depend on it. */
  readonly outcome?: TraceOutcome;
  /** JSON form of the value found: of the left side of a comparison, else of the part itself. */
  readonly actual?: unknown;
  /** JSON form of the right side of a comparison. */
  readonly expected?: unknown;
  /** Why it is unknown. */
  readonly because?: readonly Cause[];
  readonly costClass: CostClass;
  /** The newest records in the window, oldest first. */
  readonly rows?: readonly TraceRow[];
  /** Records in the window, before the filter. */
  readonly rowCount?: number;
  /** Records in the window that lack the value or what the filter asks for. */
  readonly skippedRows?: number;
  readonly reads?: readonly TraceRead[];
  readonly rates?: readonly TraceRate[];
  readonly children: readonly TraceNode[];
  /** The tree was cut below this part: it is too large to be read. */
  readonly isCut?: true;
}

/** The answer of one rule, with the reasons. */
export interface RuleTrace {
  /** Index into the rules of the set. */
  readonly rule: number;
  readonly ruleId: string;
  readonly ruleKey: string;
  readonly outcome: 'hit' | 'no_hit' | 'unknown';
  /** Counts as a hit, also by `unknown: hit`. */
  readonly matched: boolean;
  readonly unknownBecause?: readonly Cause[];
  readonly tree: TraceNode;
}
