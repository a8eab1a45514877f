import type { Principal } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import type { ExpectedCounts } from './rule-guard.js';
import type { Rule } from './rule.js';

/** A set that is in force again, beside the one that was in force until then. */
export interface ActivationComparison {
  readonly version: string;
  readonly previousVersion: string;
  /** Since when the set did not decide; null: it was never out of force. */
  readonly since: string | null;
}

/** Dry runs that rules are judged by. The room `insight` provides it, so that rules know no dry runs. */
export abstract class DryRunPort {
  /** What the dry run that is named, else the newest one of its content, says a rule will do. Null: there is none. */
  abstract findExpected(client: Transaction, rule: Rule, dryRunId: string | null): Promise<ExpectedCounts | null>;

  /** Begins a dry run of past records through both sets; its id. */
  abstract startComparison(
    principal: Principal,
    comparison: ActivationComparison & { readonly since: string },
    now: Date,
  ): Promise<string>;
}
