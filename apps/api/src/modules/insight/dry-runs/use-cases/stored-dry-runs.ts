import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { type ActivationComparison, DryRunPort, type ExpectedCounts, type Rule } from '../../../rules/rules/index.js';
import { findDryRunByContent } from '../persistence/dry-run-store.js';
import { StartDryRun } from './start-dry-run.js';

const dayMs = 86_400_000;

/** Provides dry runs to the `rules` modules, which do not depend on this one. */
@Injectable()
export class StoredDryRuns extends DryRunPort {
  constructor(private readonly starting: StartDryRun) {
    super();
  }

  async findExpected(
    client: Transaction,
    { organizationId, text }: Rule,
    dryRunId: string | null,
  ): Promise<ExpectedCounts | null> {
    const { key } = text.form;
    const run = await findDryRunByContent(client, organizationId, { key, contentHash: text.contentHash, dryRunId });
    const { report, figures } = run?.result ?? {};
    const rule = report?.candidates[0]?.rules.find((each) => each.key === key);
    if (!run || !report || !rule) return null;
    const days = Math.max(1, (Date.parse(report.records.to) - Date.parse(report.records.from)) / dayMs);
    return {
      dryRunId: run.id,
      days,
      executions: report.records.replayed,
      hits: rule.hits.candidate,
      unknowns: rule.unknown.candidate,
      alerts: figures?.[0]?.alerts[key] ?? 0,
    };
  }

  async startComparison(
    principal: Principal,
    { version, previousVersion, since }: ActivationComparison & { readonly since: string },
    now: Date,
  ): Promise<string> {
    const period = { from: since, to: now.toISOString() };
    const request = { ruleSetVersion: version, against: previousVersion, ...period };
    return (await this.starting.start(principal, request, now)).id;
  }
}
