import type { RuleContent, RuleSetContent } from '@tamis/engine';

import { type AuditEntry, byPrincipal } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { newId, type Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { findSettings } from '../../../tenancy/organization-settings/index.js';
import type { LibraryNames } from '../domain/library-names.js';
import { ruleChanged } from '../domain/rule-audit.js';
import { withDefaults } from '../domain/rule-headers.js';
import { assertGuarded } from '../domain/rule-policy-gate.js';
import type { Rule, RuleText } from '../domain/rule.js';
import { hasErrors, withFrames } from '../domain/diagnostic-frames.js';
import { findNameHolders, findRule, findRunningRules, releaseNames, updateRule } from '../persistence/rule-store.js';
import { versionKey } from '../persistence/rule-versions.js';
import { emitStatusEvent } from './emit-status-event.js';
import { recordPublication } from './record-publication.js';
import { recheck } from './recheck-rules.js';
import type { RestoreRequest } from './restore-matrices.js';
import { storeChange } from './store-change.js';
import { outdatedByRuleChange, withdrawOutdated } from './withdraw-outdated.js';

/** The versions of one rule that a set runs. */
export interface RestorableRule {
  readonly ruleId: string;
  /** The deciding version, or otherwise the one in shadow. */
  readonly main: RuleContent;
  /** Version in shadow next to the deciding one. */
  readonly shadow: RuleContent | null;
}

function rulesOfContent({ rules }: RuleSetContent): readonly RestorableRule[] {
  return [...new Set(rules.map(({ ruleId }) => ruleId))].map((ruleId) => {
    const own = rules.filter((each) => each.ruleId === ruleId);
    const main = own.find(({ status }) => status === 'active') ?? own[0]!;
    return { ruleId, main, shadow: own.find((each) => each !== main) ?? null };
  });
}

type RunningRuleVersions = readonly Rule[];

const hasSameLists = (one: RuleText, other: RuleText): boolean =>
  Object.entries(one.lists).every(([name, { id }]) => (other.lists[name]?.id ?? id) === id);

/** Data required to restore the rules of a set. */
export interface RestoreRulesRequest extends RestoreRequest {
  readonly shared: LibraryNames;
  /** The versions named in the set, by `versionKey`. */
  readonly versions: ReadonlyMap<string, Rule>;
}

/** Returns a version in a set, with list names referring to the same lists as in the set. */
function storedVersionOf({ versions, content }: RestoreRulesRequest, { ruleId, version }: RuleContent): Rule {
  const stored = versions.get(versionKey(ruleId, version))!;
  const { lists } = stored.text;
  const inSet = Object.keys(lists).filter((name) => Object.hasOwn(content.lists, name));
  const bound = Object.fromEntries(inSet.map((name) => [name, content.lists[name]!]));
  return { ...stored, text: { ...stored.text, lists: { ...lists, ...bound } } };
}

/** Whether the rule is already running as in the set, apart from shared names. */
function isAlreadyRunning(
  restoring: RestoreRulesRequest,
  { main, shadow }: RestorableRule,
  running: RunningRuleVersions,
): boolean {
  const wanted = shadow ? [main, shadow] : [main];
  const isSame = (content: RuleContent): boolean => {
    const text = running.find(({ status }) => status === content.status)?.text;
    const stored = storedVersionOf(restoring, content).text;
    return text?.source === stored.source && hasSameLists(text, stored);
  };
  return running.length === wanted.length && wanted.every(isSame);
}

/** Returns the text of a version with its meaning under these names. Throws 422 `INVALID_SOURCE` if it has errors now. */
async function recheckedText(client: Transaction, version: Rule, shared: LibraryNames): Promise<RuleText> {
  const { text, diagnostics } = await recheck(client, version, shared);
  if (!hasErrors(diagnostics)) return text;
  const { key } = text.form;
  throw new ApiError('INVALID_SOURCE', `The rule ${key} now has errors and cannot be activated again`, undefined, {
    diagnostics: withFrames(diagnostics, text.source, key),
  });
}

/** Lets rules have their former keys and names again, even exchanged ones. Throws 409 if other rules have them now. */
async function takeNames(
  client: Transaction,
  organizationId: string,
  rules: readonly RestorableRule[],
  restoring: RestoreRulesRequest,
): Promise<void> {
  const ids = rules.map(({ ruleId }) => ruleId);
  const forms = rules.map(({ main, shadow }) => withDefaults(storedVersionOf(restoring, shadow ?? main).text.form));
  const keys = new Set(forms.map(({ key }) => key));
  const names = forms.map(({ name }) => name);
  const holders = await findNameHolders(client, organizationId, { ids, keys: [...keys], names });
  if (holders.length > 0) {
    const isKey = holders.some(({ key }) => keys.has(key));
    throw new ApiError(
      isKey ? 'DUPLICATE_RULE_KEY' : 'DUPLICATE_RULE_NAME',
      `Other rules now have the ${isKey ? 'keys' : 'names'} of rules of the set: rename or archive them first`,
      Object.fromEntries(holders.map(({ key, name }) => [`rules.${key}`, `is now called "${name}"`])),
    );
  }
  await releaseNames(client, organizationId, ids);
}

interface RestoredRule {
  readonly before: Rule;
  readonly after: Rule;
}

/** Stores the versions in a set as new ones with the old content, and puts them in force. An archived rule is restored. */
async function restoreRule(
  client: Transaction,
  principal: Principal,
  { ruleId, main, shadow }: RestorableRule,
  restoring: RestoreRulesRequest,
): Promise<RestoredRule> {
  const { organizationId, actor } = principal;
  const { shared, reason, now } = restoring;
  const before = (await findRule(client, organizationId, ruleId, 'locked'))!;
  const version = before.version + 1;
  const isActive = main.status === 'active';
  const next = {
    versionId: newId(now.getTime()),
    previousVersionId: before.versionId,
    reason,
    updatedBy: actor.id,
    updatedAt: now,
  };
  const restored: Rule = {
    ...before,
    ...next,
    status: main.status,
    enabled: true,
    version,
    activeVersion: isActive ? version : null,
    shadowVersion: isActive ? null : version,
    text: await recheckedText(client, storedVersionOf(restoring, main), shared),
  };
  await updateRule(client, restored);
  await emitStatusEvent(client, before, restored);
  await recordPublication(client, principal, restored, { reason }, now);
  if (!shadow) return { before, after: restored };
  const both: Rule = {
    ...restored,
    version: version + 1,
    versionId: newId(now.getTime()),
    previousVersionId: restored.versionId,
    shadowVersion: version + 1,
    text: await recheckedText(client, storedVersionOf(restoring, shadow), shared),
  };
  await updateRule(client, both);
  await emitStatusEvent(client, restored, both);
  await recordPublication(client, principal, both, { reason }, now);
  return { before, after: both };
}

/**
 * Makes the running rules those of a set: others are stopped, and those of the set run with their former text, which keeps its meaning
 * under the names `shared`. Returns the entries for the audit trail. Throws 422 `EVIDENCE_MISSING` if a rule would begin to decide without
 * the guard that the policy requires.
 */
export async function restoreRules(
  client: Transaction,
  principal: Principal,
  restoring: RestoreRulesRequest,
): Promise<readonly AuditEntry[]> {
  const { organizationId } = principal;
  const { content, reason, now } = restoring;
  const wanted = rulesOfContent(content);
  const running = await findRunningRules(client, organizationId);
  const entries: AuditEntry[] = [];
  const restored: RestoredRule[] = [];
  const kept = new Set(wanted.map(({ ruleId }) => ruleId));
  for (const id of new Set(running.map((rule) => rule.id))) {
    if (kept.has(id)) continue;
    const { before, after } = await storeChange(client, principal, id, { status: 'inactive', reason }, now);
    entries.push(ruleChanged(before, after));
  }
  const returning = wanted.filter(
    (rule) =>
      !isAlreadyRunning(
        restoring,
        rule,
        running.filter(({ id }) => id === rule.ruleId),
      ),
  );
  await takeNames(client, organizationId, returning, restoring);
  for (const rule of returning) {
    const done = await restoreRule(client, principal, rule, restoring);
    await withdrawOutdated(client, byPrincipal(principal), outdatedByRuleChange(done.after));
    restored.push(done);
  }
  const { rulePolicy } = await findSettings(client, organizationId);
  // Going back is meant for emergencies, so a rule that has decided without a guard may continue to do so with older content.
  const beginning = restored.filter(({ before }) => before.status !== 'active' || !before.enabled);
  assertGuarded(
    rulePolicy,
    beginning.map(({ after }) => after),
  );
  return [...entries, ...restored.map(({ before, after }) => ruleChanged(before, after))];
}
