import { checkRuleSetLean, ruleSetVersion, type RuleSetContent, type RuleSetProblem } from '@tamis/engine';
import { failure, ok, type Result } from '@tamis/stdx';

import type { Transaction } from '../../../../platform/database/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { describeDiff, diffRuleSets } from '../domain/rule-set-view.js';
import {
  notifyRuleSet,
  readContent,
  readPointer,
  storePublication,
  type RuleSetPointer,
} from '../persistence/rule-set-store.js';

import { type ContentRequest, buildPublishedContent } from './rule-set-content.js';

export interface PublishRequest extends ContentRequest {
  readonly reason: string | null;
  readonly by: string | null;
}

/** An active rule set, and what it was made from. */
export interface PublishedRuleSet extends RuleSetPointer {
  readonly number: number;
  /** `null` if nothing was published before. */
  readonly previousVersion: string | null;
}

/**
 * Activates a rule set within the transaction of the change that caused it, so that rules and rule set never disagree, and announces it if
 * its content changed. Matrices and other data of the organization that can affect results are read here. The caller must hold
 * `lockPublishing` since before it read the rules. Fails without any effect if rules have errors.
 */
export async function publishRuleSet(
  client: Transaction,
  request: PublishRequest,
): Promise<Result<PublishedRuleSet, readonly RuleSetProblem[]>> {
  const { organizationId, reason, by } = request;
  const before = await readPointer(client, organizationId);
  const content = await buildPublishedContent(client, request);
  const checked = checkRuleSetLean(content);
  if (!checked.ok) return failure(checked.error);
  const pointer = { version: ruleSetVersion(content), revision: (before?.revision ?? 0) + 1 };
  const previousVersion = before?.version ?? null;
  const stored = { ...pointer, content, previousVersion, reason, by };
  const published = { ...pointer, previousVersion, number: await storePublication(client, organizationId, stored) };
  if (pointer.version !== previousVersion) await writeActivatedEvent(client, request, { published, content, before });
  await notifyRuleSet(client, organizationId);
  return ok(published);
}

const emptyContent: Pick<RuleSetContent, 'rules' | 'lists'> = { rules: [], lists: {} };

async function writeActivatedEvent(
  client: Transaction,
  { organizationId, reason, by: activatedBy }: PublishRequest,
  switched: {
    readonly published: PublishedRuleSet;
    readonly content: RuleSetContent;
    readonly before: RuleSetPointer | null;
  },
): Promise<void> {
  const { published, content, before } = switched;
  const { version: ruleSetVersion, number, previousVersion } = published;
  const old = before && (await readContent(client, organizationId, before.revision));
  const changes = describeDiff(diffRuleSets(old ?? { ...content, ...emptyContent, matrices: [] }, content));
  const payload = { ruleSetVersion, number, previousVersion, changes, reason, activatedBy };
  await writeEvents(client, [{ organizationId, event: 'rule_set.activated', payload }]);
}
