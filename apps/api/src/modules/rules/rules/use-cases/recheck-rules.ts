import { encodeRule } from '@tamis/lang';

import { byPrincipal } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { mergeMarks } from '../domain/condition-ids.js';
import { namesInScope, parseSource } from '../domain/parse-source.js';
import { isPublished } from '../domain/rule-status.js';
import type { Rule } from '../domain/rule.js';
import { declarationName, type LibraryNames } from '../domain/library-names.js';
import { hasErrors, withFrames } from '../domain/diagnostic-frames.js';
import { findRulesMentioning, rebindVersion } from '../persistence/rule-store.js';
import { checkText, type CheckedText } from './check-text.js';
import { outdatedByRebinding, withdrawOutdated } from './withdraw-outdated.js';

/** Returns the names used by a rule that are declared in the library. */
const sharedNamesOf = ({ text }: Rule): readonly string[] =>
  text.names.flatMap(({ name, from }) => (from === 'library' ? [name] : []));

const namesInUse = (problems: ReadonlyMap<string, string>): ApiError =>
  new ApiError('NAME_IN_USE', 'Rules use the changed shared names', Object.fromEntries(problems));

/** Returns names that would be missing, and names that a rule declares itself, each with the conflicting rule. */
function findNameConflicts(
  rules: readonly Rule[],
  changed: ReadonlySet<string>,
  after: LibraryNames,
): ReadonlyMap<string, string> {
  const declared = new Set(after.file.declarations.map(declarationName));
  const problems = new Map<string, string>();
  for (const rule of rules) {
    const { key } = rule.text.form;
    const missing = sharedNamesOf(rule).filter((name) => changed.has(name) && !declared.has(name));
    for (const name of missing) problems.set(name, `the rule ${key} uses it`);
    for (const declaration of parseSource(rule.text.source).file.declarations) {
      const own = declarationName(declaration);
      if (own !== null && changed.has(own) && declared.has(own))
        problems.set(own, `the rule ${key} already declares it`);
    }
  }
  return problems;
}

/** Checks the unchanged text of a stored version, and what it means now. */
export function recheck(client: Transaction, rule: Rule, shared: LibraryNames): Promise<CheckedText> {
  const { organizationId, text } = rule;
  const read = parseSource(text.source);
  const form = encodeRule(read.rule, namesInScope(read.file, shared), mergeMarks(read.rule, new Map(), text.form));
  return checkText(client, organizationId, { written: { ...read, form }, shared, bound: text, isStored: true });
}

const isRunningVersion = ({ status, enabled, version, activeVersion, shadowVersion }: Rule): boolean =>
  isPublished(status) && enabled && (version === activeVersion || version === shadowVersion);

/** Rules whose meaning changes with the shared names, including each version in use if there are several. */
export interface RecheckedRules {
  readonly affected: readonly Rule[];
  /** Those of them that are running. */
  readonly running: readonly Rule[];
}

/**
 * Checks every rule that uses one of the `changed` names against the names `after` the change, and stores its new meaning without creating
 * a version. The caller must hold `lockPublishing`, and must publish after `checkPolicy` if one is running. Throws 422 `NAME_IN_USE`, and
 * `INVALID_SOURCE` if a published rule would have errors.
 */
export async function recheckRules(
  client: Transaction,
  principal: Principal,
  changed: ReadonlySet<string>,
  after: LibraryNames,
): Promise<RecheckedRules> {
  if (changed.size === 0) return { affected: [], running: [] };
  const rules = await findRulesMentioning(client, principal.organizationId, changed);
  const problems = findNameConflicts(rules, changed, after);
  if (problems.size > 0) throw namesInUse(problems);
  const affected: Rule[] = [];
  for (const before of rules) {
    const { text, diagnostics } = await recheck(client, before, after);
    const rule = { ...before, text };
    if (sharedNamesOf(rule).every((name) => !changed.has(name)) && text.contentHash === before.text.contentHash)
      continue;
    if (isPublished(rule.status) && hasErrors(diagnostics)) {
      throw new ApiError('INVALID_SOURCE', `The published rule ${text.form.key} would have errors`, undefined, {
        diagnostics: withFrames(diagnostics, text.source, text.form.key),
      });
    }
    await rebindVersion(client, rule);
    if (text.contentHash !== before.text.contentHash)
      await withdrawOutdated(client, byPrincipal(principal), outdatedByRebinding(rule));
    affected.push(rule);
  }
  return { affected, running: affected.filter(isRunningVersion) };
}
