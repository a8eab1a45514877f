import type { Transaction } from '../../../../platform/database/index.js';
import type { ExpectedCounts, Rule } from '../../../rules/rules/index.js';
import { findDryRunByContent } from '../persistence/dry-run-store.js';

const dayMs = 86_400_000;

/** What the dry run that is named, else the newest one of this content, says a rule will do. Null: there is none. */
export async function expectedCounts(
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
