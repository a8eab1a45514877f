import type { Principal } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import type { ExpectedCounts } from './rule-guard.js';
import type { Rule } from './rule.js';

/** A rule set that is in force again, compared with the one that was in force until then. */
export interface ActivationComparison {
  readonly version: string;
  readonly previousVersion: string;
  /** Since when the set was not in force; `null` if it always was. */
  readonly since: string | null;
}

/**
 * Dry runs on which decisions about rules are based. It is implemented by the `insight` modules, so that the rules modules do not depend on
 * dry runs.
 */
export abstract class DryRunPort {
  /**
   * Returns the expected counts of a rule according to the given dry run, or otherwise the newest one of its content. Returns `null` if
   * there is none.
   */
  abstract findExpected(client: Transaction, rule: Rule, dryRunId: string | null): Promise<ExpectedCounts | null>;

  /** Starts a dry run of past records through both sets, and returns its id. */
  abstract startComparison(
    principal: Principal,
    comparison: ActivationComparison & { readonly since: string },
    now: Date,
  ): Promise<string>;
}
