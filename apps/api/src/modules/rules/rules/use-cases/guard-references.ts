import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { requiresDryRun, type ExpectedCounts, type Guard } from '../domain/rule-guard.js';
import type { Rule } from '../domain/rule.js';

/** Finds the dry run that a rule is compared with: the one named, else the newest of its content. Null: there is none. */
export type FindExpectedCounts = (
  client: Transaction,
  rule: Rule,
  dryRunId: string | null,
) => Promise<ExpectedCounts | null>;

/** What limits of guards are compared with; told by the module of dry runs when it is made. */
@Injectable()
export class GuardReferences {
  private find: FindExpectedCounts = () => Promise.resolve(null);

  registerFinder(find: FindExpectedCounts): void {
    this.find = find;
  }

  /** What the newest dry run of its content says of a rule; null: there is none. */
  findByContent(client: Transaction, rule: Rule): Promise<ExpectedCounts | null> {
    return this.find(client, rule, null);
  }

  /** Null: the guard compares with no dry run. Throws 422 `EVIDENCE_MISSING` where it does and there is none of this content. */
  async requireExpected(
    client: Transaction,
    rule: Rule,
    guard: Guard,
    dryRunId: string | null = null,
  ): Promise<ExpectedCounts | null> {
    if (!requiresDryRun(guard)) return null;
    const expected = await this.find(client, rule, dryRunId);
    if (expected) return expected;
    const message = `there is no completed dry run of this content of the rule ${rule.text.form.key} to compare with`;
    throw new ApiError('EVIDENCE_MISSING', 'A limit compares with a dry run', { guard: message });
  }
}
