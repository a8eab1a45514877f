import type { RuleContent, RuleSetContent } from '@tamis/engine';
import { readRules, type FileDeclaration } from '@tamis/lang';

import { type AuditEntry, byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { findLists, restoreLists } from '../../../decisions/data-lists/index.js';
import {
  findRiskMatrices,
  findEnabledSharedLists,
  findEnabledSharedMatrices,
} from '../../../decisions/rule-sets/index.js';
import { changedNames } from '../domain/changed-names.js';
import { declarationName, type LibraryNames } from '../domain/library-names.js';
import { namesAuditEntry } from '../domain/names-audit.js';
import type { Rule } from '../domain/rule.js';
import { restoreNames } from '../domain/restored-names.js';
import { readLibraryNames } from '../persistence/library-names-store.js';
import { findRuleVersions, versionKey } from '../persistence/rule-versions.js';
import { saveLibraryVersion } from './save-library-version.js';
import { publishRules } from './publish-rules.js';
import { recheckRules } from './recheck-rules.js';
import { restoreMatrices, type RestoreRequest } from './restore-matrices.js';
import { restoreRules } from './restore-rules.js';

const listIds = ({ lists }: RuleSetContent): readonly string[] => Object.values(lists).map(({ id }) => id);

/** The organization's own part of a set, and what it requires but no longer exists, by its path. */
interface OwnContent {
  readonly content: RuleSetContent;
  readonly missing: ReadonlyMap<string, string>;
}

/** Content shared by a parent is used in its current state. */
async function resolveOwnContent(
  client: Transaction,
  organizationId: string,
  content: RuleSetContent,
  versions: ReadonlyMap<string, Rule>,
): Promise<OwnContent> {
  const missing = new Map<string, string>();
  const shared = await findEnabledSharedMatrices(client, organizationId);
  const matrices = await findRiskMatrices(client, organizationId);
  const present = new Set([
    ...matrices.flatMap(({ id, status }) => (status === 'archived' ? [] : [id])),
    ...shared.map(({ matrix }) => matrix.id),
  ]);
  for (const { matrixId, key, status } of content.matrices ?? [])
    if (status !== 'inactive' && !present.has(matrixId))
      missing.set(`matrices.${key}`, `the risk matrix ${key} was deleted`);
  const lists = await findLists(client, organizationId, listIds(content));
  const lent = new Set((await findEnabledSharedLists(client, organizationId)).map(({ id }) => id));
  for (const rule of shared.flatMap(({ rules }) => rules)) for (const { id } of Object.values(rule.lists)) lent.add(id);
  for (const { id, name } of Object.values(content.lists))
    if (lists.get(id)?.status !== 'active' && !lent.has(id))
      missing.set(`lists.${name}`, `the list ${name} is no longer active`);
  const sharedRules = new Set(shared.flatMap(({ rules }) => rules.map((rule) => rule.content.ruleId)));
  const isOwn = ({ ruleId, version }: RuleContent): boolean => versions.has(versionKey(ruleId, version));
  for (const rule of content.rules)
    if (!isOwn(rule) && !sharedRules.has(rule.ruleId)) missing.set(`rules.${rule.ruleId}`, 'the rule no longer exists');
  return { content: { ...content, rules: content.rules.filter(isOwn) }, missing };
}

/** Returns the shared declarations appended to rules of a set, without duplicates. */
function sharedDeclarations(
  { rules }: RuleSetContent,
  versions: ReadonlyMap<string, Rule>,
): readonly FileDeclaration[] {
  const behind = rules.map(({ ruleId, version, source }) =>
    source.slice(versions.get(versionKey(ruleId, version))!.text.source.length),
  );
  const declarations = [...new Set(behind)].flatMap((text) => readRules(text).file.declarations);
  return [...new Map(declarations.map((each) => [declarationName(each), each])).values()];
}

async function restoreLibraryNames(
  client: Transaction,
  principal: Principal,
  { before, after }: { readonly before: LibraryNames; readonly after: LibraryNames },
  { reason, now }: RestoreRequest,
): Promise<readonly AuditEntry[]> {
  if (after === before) return [];
  await saveLibraryVersion(client, principal, after, { reason, now });
  // Rules that are not part of the set use the names as well.
  await recheckRules(client, principal, changedNames(before, after), after);
  return [namesAuditEntry(principal.organizationId, { before, after }, reason)];
}

/**
 * Puts the content of a set in force again: matrices, shared names with their values, and rules, each as a new version with the old
 * content. Returns the version of the set then in force, which differs from the requested one if base currency, time zone or format of numbers
 * have changed since. The caller must hold `lockPublishing`. Throws 422 `RULE_SET_INCOMPLETE`, and `INVALID_SOURCE` if a rule has errors now.
 */
export async function restoreRuleSet(
  client: Transaction,
  principal: Principal,
  restoring: RestoreRequest,
): Promise<string> {
  const { organizationId, actor } = principal;
  const { reason, listsAt, now } = restoring;
  const versions = await findRuleVersions(client, organizationId, restoring.content.rules);
  const { content, missing } = await resolveOwnContent(client, organizationId, restoring.content, versions);
  if (missing.size > 0)
    throw new ApiError(
      'RULE_SET_INCOMPLETE',
      'The rule set refers to something that no longer exists',
      Object.fromEntries(missing),
    );
  const before = await readLibraryNames(client, organizationId);
  const setting = { changedAt: now.toISOString(), changedBy: actor.id };
  const after = restoreNames(before, sharedDeclarations(content, versions), setting);
  const entries = [
    ...(await restoreMatrices(client, principal, restoring)),
    ...(await restoreRules(client, principal, { ...restoring, content, versions, shared: after })),
    ...(await restoreLibraryNames(client, principal, { before, after }, restoring)),
    ...(listsAt ? await restoreLists(client, organizationId, { ids: listIds(content), at: listsAt, reason }, now) : []),
  ];
  const version = await publishRules(client, principal, reason);
  await recordAudit(client, byPrincipal(principal), entries);
  return version;
}
