import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { DryRunPort } from '../domain/dry-run-port.js';
import { requiresDryRun, type ExpectedCounts, type Guard } from '../domain/rule-guard.js';
import type { Rule } from '../domain/rule.js';

/** Reference values for limits of guards. */
@Injectable()
export class GuardReferences {
  constructor(private readonly dryRuns: DryRunPort) {}

  /** Returns the results of the newest dry run of a rule's content, or `null` if there is none. */
  findByContent(client: Transaction, rule: Rule): Promise<ExpectedCounts | null> {
    return this.dryRuns.findExpected(client, rule, null);
  }

  /**
   * Returns `null` if the guard does not compare with a dry run. Throws 422 `EVIDENCE_MISSING` if it does and there is none of this
   * content.
   */
  async requireExpected(
    client: Transaction,
    rule: Rule,
    guard: Guard,
    dryRunId: string | null = null,
  ): Promise<ExpectedCounts | null> {
    if (!requiresDryRun(guard)) return null;
    const expected = await this.dryRuns.findExpected(client, rule, dryRunId);
    if (expected) return expected;
    const message = `there is no completed dry run of this content of the rule ${rule.text.form.key} to compare with`;
    throw new ApiError('EVIDENCE_MISSING', 'A limit is relative to a dry run', { guard: message });
  }
}
