import type { Principal } from '../../../platform/auth/index.js';
import { newId, type TransactionClient } from '../../../platform/database/index.js';
import { ApiError, notFound } from '../../../platform/http/index.js';
import { contentHash } from '../../rule-sets/index.js';
import { checkHeaders } from '../domain/check-headers.js';

import { withDefaults } from '../domain/rule-headers.js';
import { rulePartsOf } from '../domain/rule-parts.js';
import { allowedMoves, isPublished, mayMove, type RuleStatus } from '../domain/rule-status.js';
import type { Rule } from '../domain/rule.js';
import { wholeSource } from '../domain/library-names.js';
import { hasErrors, shownDiagnostics } from '../domain/shown-diagnostics.js';
import { textOfSource, textWithParts } from '../domain/write-text.js';
import type { ChangeRuleBody } from '../http/change-rule.body.js';
import { findRule, updateRule } from '../persistence/rule-store.js';
import { readLibraryNames } from '../persistence/library-names-store.js';
import { matrixKeys } from './bind-matrices.js';
import { checkText, type CheckedText } from './check-text.js';
import { needPublishing } from './need-publishing.js';

/** A rule before and after a change. */
export interface ChangedRule {
  readonly before: Rule;
  readonly after: Rule;
  /** What is in force is another from now on, so the policy of the organization is asked. */
  readonly isPublication: boolean;
}

/** Whether the change makes another rule set. */
export const changesWhatRuns = ({ before, after }: Pick<ChangedRule, 'before' | 'after'>): boolean =>
  runs(before) || runs(after);

const runs = (rule: Rule): boolean => isPublished(rule.status) && rule.enabled;

/**
 * Stores the next version of a rule. The caller holds `lockPublishing`, asks `checkPolicy` of what is put in force, and publishes where
 * the change touches what runs. Throws the errors of `PATCH /rules/{id}`.
 */
export async function storeChange(
  client: TransactionClient,
  principal: Principal,
  id: string,
  body: ChangeRuleBody,
  now: Date,
): Promise<ChangedRule> {
  const { organizationId } = principal;
  const before = await findRule(client, organizationId, id, true);
  if (!before) throw notFound('Rule');
  checkVersion(before, body);
  const status = nextStatus(before, body.status ?? before.status);
  const enabled = nextEnabled(before, body, status);
  const begins = isPublished(status) && (status !== before.status || (enabled && !before.enabled));
  const checked = await checkedText(client, before, body, { begins, runs: isPublished(status) });
  const after: Rule = {
    ...before,
    externalId: body.externalId === undefined ? before.externalId : body.externalId,
    status,
    enabled,
    version: before.version + 1,
    versionId: newId(now.getTime()),
    previousVersionId: before.versionId,
    activeVersion: status === 'active' ? before.version + 1 : null,
    shadowVersion: status === 'shadow' ? before.version + 1 : null,
    text: checked.text,
    reason: body.reason ?? null,
    updatedBy: principal.actor.id,
    updatedAt: now,
  };
  const isPublication = checkPublishing(principal, before, after, checked);
  await updateRule(client, after);
  return { before, after, isPublication };
}

function checkVersion(rule: Rule, { ifVersion }: ChangeRuleBody): void {
  if (ifVersion == null || ifVersion === rule.version) return;
  throw new ApiError('VERSION_CONFLICT', `The rule has version ${rule.version} by now`, {
    currentVersion: rule.version,
  });
}

function nextStatus({ status: from }: Rule, to: RuleStatus): RuleStatus {
  // An archived rule is a record of the past: nothing about it changes any more.
  if (mayMove(from, to) && from !== 'archived') return to;
  const allowed = allowedMoves(from);
  throw new ApiError('INVALID_STATUS_TRANSITION', `A rule cannot go from ${from} to ${to}`, { from, to, allowed });
}

/** Publishing enables unless the request says otherwise; what is taken out of force is disabled. */
function nextEnabled(before: Rule, { enabled }: ChangeRuleBody, status: RuleStatus): boolean {
  if (!isPublished(status)) return status === before.status ? (enabled ?? before.enabled) : false;
  return enabled ?? (status === before.status ? before.enabled : true);
}

type Checked = Pick<CheckedText, 'text' | 'diagnostics'>;

/**
 * The text the change leaves behind, checked when the change touches it or puts it in force. Everything else, above all stopping
 * a rule, must not depend on what has become of its lists since.
 */
async function checkedText(
  client: TransactionClient,
  before: Rule,
  body: ChangeRuleBody,
  { begins, runs: isRunning }: { readonly begins: boolean; readonly runs: boolean },
): Promise<Checked> {
  const { organizationId, text } = before;
  const parts = rulePartsOf({ ...body }, await matrixKeys(client, organizationId, body, text.matrices));
  if (body.source == null && Object.keys(parts).length === 0 && !begins) return { text, diagnostics: [] };
  const shared = await readLibraryNames(client, organizationId);
  const written =
    body.source == null
      ? textWithParts(text.source, text.form, parts, shared)
      : textOfSource(body.source, parts, { shared, before: text.form });
  const isSameContent = contentHash(wholeSource(written.source, text.shared), text.lists) === text.contentHash;
  if (isSameContent && isRunning && !begins) {
    checkHeaders(withDefaults(written.form));
    return { text: { ...text, source: written.source, form: written.form }, diagnostics: [] };
  }
  return checkText(client, organizationId, { written, shared, bound: text });
}

/** What is in force changes only with the right to publish, and only to what checks clean. True: something is put in force. */
function checkPublishing(principal: Principal, before: Rule, after: Rule, { text, diagnostics }: Checked): boolean {
  const isContentOfPublished = isPublished(after.status) && text.contentHash !== before.text.contentHash;
  const isMove = after.status !== before.status && (isPublished(before.status) || isPublished(after.status));
  const isSwitch = isPublished(after.status) && after.enabled !== before.enabled;
  const isChange = isContentOfPublished || isMove || isSwitch;
  if (isChange) needPublishing(principal);
  if (isPublished(after.status) && hasErrors(diagnostics)) {
    throw new ApiError('INVALID_SOURCE', 'The rule has errors and cannot be published', undefined, {
      diagnostics: shownDiagnostics(diagnostics, text.source, text.form.key),
    });
  }
  // What is stopped is stopped at once, whatever the policy.
  return isChange && runs(after);
}
