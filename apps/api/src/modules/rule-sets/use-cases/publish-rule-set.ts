import { ruleSetVersion, type RuleSetContent } from '@tamis/engine';

import type { TransactionClient } from '../../../platform/database/index.js';
import { readDefaults, readPointer, storePublication, type RuleSetPointer } from '../persistence/rule-set-store.js';

export interface PublishRequest {
  readonly organizationId: string;
  readonly rules: RuleSetContent['rules'];
  readonly lists: RuleSetContent['lists'];
  readonly reason: string | null;
  readonly by: string | null;
}

/**
 * Puts a rule set in force, inside the transaction of the change that made it, so that there is never a moment in which rules
 * and rule set disagree. The caller holds `lockPublishing` since before it read the rules.
 */
export async function publishRuleSet(client: TransactionClient, request: PublishRequest): Promise<RuleSetPointer> {
  const { organizationId, rules, lists, reason, by } = request;
  const before = await readPointer(client, organizationId);
  const content: RuleSetContent = { rules, lists, ...(await readDefaults(client, organizationId)) };
  const pointer = { version: ruleSetVersion(content), revision: (before?.revision ?? 0) + 1 };
  await storePublication(client, organizationId, {
    ...pointer,
    content,
    previousVersion: before?.version ?? null,
    reason,
    by,
  });
  return pointer;
}
