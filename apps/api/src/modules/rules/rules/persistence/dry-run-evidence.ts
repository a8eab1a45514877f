import { dryRunEvidenceSql, markEvidenceSql, type Queryable } from '../../../../platform/database/index.js';
import type { DryRunEvidence } from '../domain/rule-policy-gate.js';

/**
 * Returns `null` if there is no such dry run, or if it is not completed. Locked until the transaction ends, so that nobody removes it
 * meanwhile.
 */
export async function findEvidence(
  client: Queryable,
  organizationId: string,
  dryRunId: string,
): Promise<DryRunEvidence | null> {
  const { rows } = await client.query<DryRunEvidence>(`${dryRunEvidenceSql} and id = $2 for update`, [
    organizationId,
    dryRunId,
  ]);
  return rows[0] ?? null;
}

/** Returns the latest completed dry run that tested this content of a rule; `null` if there is none. */
export async function findNewestEvidence(
  client: Queryable,
  organizationId: string,
  { key, contentHash }: { readonly key: string; readonly contentHash: string },
): Promise<DryRunEvidence | null> {
  const { rows } = await client.query<DryRunEvidence>(
    `${dryRunEvidenceSql} and candidate -> 'contentHashes' ->> $2 = $3
     order by finished_at desc, id desc limit 1`,
    [organizationId, key, contentHash],
  );
  return rows[0] ?? null;
}

/** Records that rule versions were activated with this evidence, so that it is kept as long as they are. */
export async function markEvidence(
  client: Queryable,
  organizationId: string,
  dryRunId: string,
  rules: readonly { readonly ruleId: string; readonly version: number }[],
): Promise<void> {
  await client.query(markEvidenceSql, [organizationId, dryRunId, JSON.stringify(rules)]);
}
