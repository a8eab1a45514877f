import { isDeepStrictEqual } from 'node:util';

import { byPrincipal } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { newId, type Transaction } from '../../../../platform/database/index.js';
import { ApiError, checkVersion, invalid, notFound } from '../../../../platform/http/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { contentHash } from '../../../decisions/rule-sets/index.js';
import { checkHeaders } from '../domain/check-headers.js';
import { checkListAdditions } from '../domain/check-list-additions.js';
import { withDefaults } from '../domain/rule-headers.js';
import { spellLists } from './spell-lists.js';
import { hasBody, pickRuleForm } from '../domain/partial-rule-form.js';
import { isPublished, type RuleStatus } from '../domain/rule-status.js';
import { ruleChangedEvent } from '../domain/rule-status-event.js';
import { hasUnpublishedVersion, versionInForce, nextVersions } from '../domain/running-versions.js';
import type { Rule } from '../domain/rule.js';
import { sourceWithDeclarations } from '../domain/library-names.js';
import { hasErrors, withFrames } from '../domain/diagnostic-frames.js';
import { textFromSource, textWithChanges } from '../domain/write-text.js';
import type { ChangeRuleBody } from '../dto/rule.bodies.js';
import { findRule, updateRule } from '../persistence/rule-store.js';
import { findRuleVersion } from '../persistence/rule-versions.js';
import { readLibraryNames } from '../persistence/library-names-store.js';
import { emitStatusEvent } from './emit-status-event.js';
import { resolveMatrixKeys } from './resolve-matrices.js';
import { checkText, type CheckedText } from './check-text.js';
import { assertCanPublish } from './assert-can-publish.js';
import { nextEnabled, nextStatus } from './next-status.js';
import { publishVersion } from './publish-version.js';
import { outdatedByRuleChange, withdrawOutdated } from './withdraw-outdated.js';

/** A rule before and after a change. */
export interface ChangedRule {
  readonly before: Rule;
  readonly after: Rule;
  /** The version put in force, which is checked against the policy of the organization; `null` if none is. */
  readonly published: Rule | null;
}

/** Whether the change results in another rule set. */
export const changesRuleSet = ({ before, after }: Pick<ChangedRule, 'before' | 'after'>): boolean =>
  isRunningRule(before) || isRunningRule(after);

const isRunningRule = (rule: Rule): boolean => isPublished(rule.status) && rule.enabled;

/**
 * Stores the next version of a rule, or which of its versions runs. The caller must hold `lockPublishing`, call `checkPolicy` for what is
 * put in force, and publish if the change affects running rules. Throws the errors of `PATCH /rules/{id}`.
 */
export async function storeChange(
  client: Transaction,
  principal: Principal,
  id: string,
  body: ChangeRuleBody,
  now: Date,
): Promise<ChangedRule> {
  const { organizationId } = principal;
  const before = await findRule(client, organizationId, id, 'locked');
  if (!before) throw notFound('Rule');
  checkVersion('The rule', before.version, body.ifVersion);
  checkKeyAndName(body);
  const named = requestedVersion(body);
  if (named !== null) return publishVersion(client, principal, before, { ...body, version: named }, now);
  const status = nextStatus(before, body.status ?? before.status);
  const enabled = nextEnabled(before, body, status);
  const externalId = body.externalId === undefined ? before.externalId : body.externalId;
  const isMove = body.status !== undefined && (body.status !== before.status || hasUnpublishedVersion(before));
  const begins = isPublished(status) && (isMove || (enabled && !before.enabled));
  const checked = await checkContent(client, before, body, { begins, runs: isPublished(status) });
  const current = await findVersionInForce(client, before);
  const version = before.version + 1;
  const taken = takesEffect(before, body, { status, text: checked.text, current }) ? version : current.version;
  const isNamed = body.status !== undefined;
  const standing = nextVersions(before, { status, inForce: current.version, isMove: isNamed });
  if (!isMove && isSameRule(before, { ...before, externalId, status, enabled, text: checked.text, ...standing }))
    return { before, after: before, published: null };
  const after: Rule = {
    ...before,
    externalId,
    status,
    enabled,
    version,
    versionId: newId(now.getTime()),
    previousVersionId: before.versionId,
    ...nextVersions(before, { status, inForce: taken, isMove: isNamed }),
    text: checked.text,
    reason: body.reason ?? null,
    updatedBy: principal.actor.id,
    updatedAt: now,
  };
  const running = taken === version ? after : { ...after, version: taken, text: current.text };
  const isPublication = checkPublishing(principal, { before, after, current, running }, checked);
  await updateRule(client, after);
  await withdrawOutdated(client, byPrincipal(principal), outdatedByRuleChange(after));
  await writeEvents(client, [ruleChangedEvent(after)]);
  await emitStatusEvent(client, before, after);
  return { before, after, published: isPublication ? running : null };
}

/** Whether a request equals the stored rule: then no version is created and no event is written. */
const isSameRule = (before: Rule, after: Rule): boolean =>
  isDeepStrictEqual(comparedParts(before), comparedParts(after));

/** Costs and similar values are ignored: they follow from the text and from how it is counted. */
function comparedParts({ text, ...rule }: Rule): object {
  const { source, form, contentHash: hash, matrices, errors } = text;
  return { ...rule, source, form: JSON.parse(JSON.stringify(form)) as object, hash, matrices, errors };
}

/** Returns the version that a body without content requests to run, or `null` if it creates a new version. */
function requestedVersion(body: ChangeRuleBody): number | null {
  const {
    version,
    status,
    stage,
    enabled: _enabled,
    reason: _reason,
    ifVersion: _ifVersion,
    guard: _guard,
    evidence: _evidence,
    ...content
  } = body;
  const isAlone = stage !== true && Object.values(content).every((value) => value === undefined);
  return isAlone && version !== undefined && (status === 'active' || status === 'shadow') ? version : null;
}

/** Returns the version in force, whether deciding or in shadow; for a rule that is not running, the newest version. */
async function findVersionInForce(client: Transaction, rule: Rule): Promise<Rule> {
  const version = versionInForce(rule);
  if (version === null || version === rule.version) return rule;
  const found = await findRuleVersion(client, rule.organizationId, rule.id, version);
  if (!found) throw new Error(`version ${version} of the rule ${rule.id} is not stored`);
  return found;
}

/** Whether the version created by a change is put in force. If not, it is pending, and the previous one stays. */
function takesEffect(
  before: Rule,
  { status: asked, stage }: ChangeRuleBody,
  { status, text, current }: { readonly status: RuleStatus; readonly text: Rule['text']; readonly current: Rule },
): boolean {
  if (stage === true && asked !== undefined)
    throw invalid({ stage: 'a staged version is published in a separate request' });
  if (!isPublished(before.status) || text.contentHash === current.text.contentHash) return true;
  const isNewContent = text.contentHash !== before.text.contentHash;
  // When the deciding version stops deciding, it is still measured.
  if (before.status === 'active' && status === 'shadow') return isNewContent;
  if (asked !== undefined) return true;
  if (stage !== true) return isNewContent;
  if (text.form.key !== current.text.form.key)
    throw invalid({
      stage: 'the key of an active rule can only be changed together with the running version, without `stage`',
    });
  return false;
}

/** Null removes a header from the text, but these have no default: the key would change, and the title would disappear. */
function checkKeyAndName({ key, name }: { readonly key?: unknown; readonly name?: unknown }): void {
  const emptied = Object.entries({ key, name }).filter(([, value]) => value === null);
  const message = 'cannot be removed; omit it to keep it';
  if (emptied.length > 0) throw invalid(Object.fromEntries(emptied.map(([field]) => [field, message])));
}

type CheckedContent = Pick<CheckedText, 'text' | 'diagnostics'>;

/**
 * Returns the text after the change, checked if the change affects it or puts it in force. Any other change, and above all stopping a rule,
 * must not depend on the current state of its lists.
 */
async function checkContent(
  client: Transaction,
  before: Rule,
  body: ChangeRuleBody,
  { begins, runs: isRunning }: { readonly begins: boolean; readonly runs: boolean },
): Promise<CheckedContent> {
  const { organizationId, text } = before;
  const sent = pickRuleForm({ ...body }, await resolveMatrixKeys(client, organizationId, body, text.matrices));
  if (body.source == null && Object.keys(sent).length === 0 && !begins) return { text, diagnostics: [] };
  const shared = await readLibraryNames(client, organizationId);
  const source = body.source ?? text.source;
  const isStored = body.source == null && !hasBody(sent);
  const parts = await spellLists(client, organizationId, sent, { source, shared, bound: text, isStored });
  const written =
    body.source == null
      ? textWithChanges(text.source, text.form, parts, shared)
      : textFromSource(body.source, parts, { shared, before: text.form });
  const isSameContent =
    contentHash(sourceWithDeclarations(written.source, text.shared), text.lists) === text.contentHash;
  if (isSameContent && isRunning && !begins) {
    checkHeaders(withDefaults(written.form));
    return { text: { ...text, source: written.source, form: written.form }, diagnostics: [] };
  }
  return checkListAdditions(await checkText(client, organizationId, { written, shared, bound: text, isStored }));
}

interface PublishedChange extends Pick<ChangedRule, 'before' | 'after'> {
  /** The version that was in force. */
  readonly current: Rule;
  /** The version now in force. */
  readonly running: Rule;
}

/** Changing what is in force requires the permission to publish, and a text without errors. Returns whether something is put in force. */
function checkPublishing(
  principal: Principal,
  { before, after, current, running }: PublishedChange,
  { text, diagnostics }: CheckedContent,
): boolean {
  const isContent = isPublished(after.status) && running.text.contentHash !== current.text.contentHash;
  const isMove = after.status !== before.status && (isPublished(before.status) || isPublished(after.status));
  const isSwitch = isPublished(after.status) && after.enabled !== before.enabled;
  const isChange = isContent || isMove || isSwitch;
  if (isChange)
    assertCanPublish(
      principal,
      isContent ? 'send `stage: true` to stage the new version for a later publication' : undefined,
    );
  if (isPublished(after.status) && hasErrors(diagnostics)) {
    throw new ApiError('INVALID_SOURCE', 'The rule has errors and cannot be published', undefined, {
      diagnostics: withFrames(diagnostics, text.source, text.form.key),
    });
  }
  // Stopping a rule takes effect immediately, regardless of the policy.
  return isChange && isRunningRule(after);
}
