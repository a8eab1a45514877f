import { Injectable } from '@nestjs/common';

import { holds, type Principal } from '../../../platform/auth/index.js';
import { newId, TenantDatabase, type TransactionClient } from '../../../platform/database/index.js';
import { ApiError, notFound } from '../../../platform/http/index.js';
import { lockPublishing } from '../../rule-sets/index.js';
import { detailsOf, refuseLaterFields } from '../domain/detail-fields.js';
import { rulePartsOf } from '../domain/rule-parts.js';
import { allowedMoves, isPublished, mayMove, type RuleStatus } from '../domain/rule-status.js';
import type { Rule } from '../domain/rule.js';
import { hasErrors, shownDiagnostics } from '../domain/shown-diagnostics.js';
import { textOfSource, textWithParts } from '../domain/write-text.js';
import type { ChangeRuleBody } from '../http/change-rule.body.js';
import { findRule, updateRule } from '../persistence/rule-store.js';
import { asDuplicate } from './as-duplicate.js';
import { checkText, type CheckedText } from './check-text.js';
import { publishRules } from './publish-rules.js';

/** What a PATCH asks for. `meta`: the JSON text of that member, where the body has it. */
export interface RuleChange {
  readonly body: ChangeRuleBody;
  readonly meta: string | undefined;
}

/** `PATCH /rules/{id}`: stores the next version and, where it runs, puts it in force in the same transaction. */
@Injectable()
export class ChangeRule {
  constructor(private readonly database: TenantDatabase) {}

  async run(principal: Principal, id: string, change: RuleChange, now: Date): Promise<Rule> {
    refuseLaterFields(change.body);
    try {
      return await this.database.transaction(principal.organizationId, (client) =>
        changed(client, principal, id, change, now),
      );
    } catch (error) {
      throw asDuplicate(error);
    }
  }
}

async function changed(
  client: TransactionClient,
  principal: Principal,
  id: string,
  change: RuleChange,
  now: Date,
): Promise<Rule> {
  const { organizationId } = principal;
  await lockPublishing(client, organizationId);
  const before = await findRule(client, organizationId, id, true);
  if (!before) throw notFound('Rule');
  const { body } = change;
  checkVersion(before, body);
  const status = nextStatus(before, body.status ?? before.status);
  const enabled = nextEnabled(before, body, status);
  const begins = isPublished(status) && (status !== before.status || (enabled && !before.enabled));
  const checked = await checkedText(client, before, body, begins);
  const after: Rule = {
    ...before,
    ...detailsOf(body, change.meta, before),
    status,
    enabled,
    version: before.version + 1,
    versionId: newId(now.getTime()),
    previousVersionId: before.versionId,
    activeVersion: status === 'active' ? before.version + 1 : null,
    shadowVersion: status === 'shadow' ? before.version + 1 : null,
    text: checked.text,
    reason: body.reason ?? null,
    updatedBy: principal.apiKeyId,
    updatedAt: now,
  };
  checkPublishing(principal, before, after, checked);
  await updateRule(client, after);
  if (runs(before) || runs(after)) await publishRules(client, organizationId, after.reason, principal.apiKeyId);
  return after;
}

const runs = (rule: Rule): boolean => isPublished(rule.status) && rule.enabled;

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

/**
 * The text the change leaves behind, checked when the change touches it or puts it in force. Everything else, above all stopping
 * a rule, must not depend on what has become of its lists since.
 */
async function checkedText(
  client: TransactionClient,
  before: Rule,
  body: ChangeRuleBody,
  begins: boolean,
): Promise<CheckedText> {
  const parts = rulePartsOf({ ...body });
  if (body.source == null && Object.keys(parts).length === 0 && !begins) return { text: before.text, diagnostics: [] };
  const { organizationId, text } = before;
  const written = body.source == null ? textWithParts(text.source, text.form, parts) : textOfSource(body.source, parts);
  return checkText(client, organizationId, written, text.lists);
}

/** What is in force changes only with the right to publish, and only to what checks clean. */
function checkPublishing(principal: Principal, before: Rule, after: Rule, { text, diagnostics }: CheckedText): void {
  const isContentOfPublished = isPublished(after.status) && text.contentHash !== before.text.contentHash;
  const isMove = after.status !== before.status && (isPublished(before.status) || isPublished(after.status));
  const isSwitch = isPublished(after.status) && after.enabled !== before.enabled;
  if ((isContentOfPublished || isMove || isSwitch) && !holds(principal.scopes, 'rules:publish')) {
    throw new ApiError(
      'FORBIDDEN',
      'The API key lacks the permission rules:publish, which a change of what is in force needs',
      {
        requiredPermission: 'rules:publish',
      },
    );
  }
  if (isPublished(after.status) && hasErrors(diagnostics)) {
    throw new ApiError('INVALID_SOURCE', 'The rule has errors and cannot be published', undefined, {
      diagnostics: shownDiagnostics(diagnostics, text.source, text.form.key),
    });
  }
}
