import { checkRuleSetLean, ruleSetVersion, type RuleSetContent, type RuleSetProblem } from '@tamis/engine';
import { failure, ok, type Result } from '@tamis/stdx';

import type { TransactionClient } from '../../../platform/database/index.js';
import { matricesOfSet } from '../domain/matrix-content.js';
import { findRiskMatrices, readMatrixDefaults } from '../persistence/risk-matrix-store.js';
import { readDefaults, readPointer, storePublication, type RuleSetPointer } from '../persistence/rule-set-store.js';

export interface PublishRequest {
  readonly organizationId: string;
  readonly rules: RuleSetContent['rules'];
  readonly lists: RuleSetContent['lists'];
  /** Keys of the matrices the rules name. */
  readonly matrices: ReadonlySet<string>;
  readonly reason: string | null;
  readonly by: string | null;
}

/**
 * Puts a rule set in force, inside the transaction of the change that made it, so that there is never a moment in which rules
 * and rule set disagree. The matrices and what else of the organization can change an answer are read here. The caller holds
 * `lockPublishing` since before it read the rules. Failure, without any effect: rules that have errors.
 */
export async function publishRuleSet(
  client: TransactionClient,
  request: PublishRequest,
): Promise<Result<RuleSetPointer, readonly RuleSetProblem[]>> {
  const { organizationId, rules, lists, reason, by } = request;
  const before = await readPointer(client, organizationId);
  const matrices = await findRiskMatrices(client, organizationId);
  const content: RuleSetContent = {
    rules,
    lists,
    ...(await readDefaults(client, organizationId)),
    ...matricesOfSet(matrices, await readMatrixDefaults(client, organizationId), request.matrices),
  };
  const checked = checkRuleSetLean(content);
  if (!checked.ok) return failure(checked.error);
  const pointer = { version: ruleSetVersion(content), revision: (before?.revision ?? 0) + 1 };
  await storePublication(client, organizationId, {
    ...pointer,
    content,
    previousVersion: before?.version ?? null,
    reason,
    by,
  });
  return ok(pointer);
}
