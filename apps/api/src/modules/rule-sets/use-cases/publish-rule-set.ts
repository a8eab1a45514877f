import { checkRuleSetLean, ruleSetVersion, type RuleSetProblem } from '@tamis/engine';
import { failure, ok, type Result } from '@tamis/stdx';

import type { TransactionClient } from '../../../platform/database/index.js';
import { readPointer, storePublication, type RuleSetPointer } from '../persistence/rule-set-store.js';
import { type ContentRequest, ruleSetContent } from './rule-set-content.js';

export interface PublishRequest extends ContentRequest {
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
  const { organizationId, reason, by } = request;
  const before = await readPointer(client, organizationId);
  const content = await ruleSetContent(client, request);
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
