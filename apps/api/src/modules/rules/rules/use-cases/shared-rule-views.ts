import { mostExpensiveTerms, readRules } from '@tamis/lang';

import {
  contentHash,
  sharedSource,
  type SharedMatrixView,
  type SharedRule,
} from '../../../decisions/rule-sets/index.js';
import { checkStoredRule } from './check-stored-rule.js';
import { emptyLibraryNames } from '../domain/library-names.js';
import { resolveNames } from '../domain/resolved-names.js';
import type { Rule, RuleText } from '../domain/rule.js';
import { textFromSource } from '../domain/write-text.js';

/** A rule of a matrix of the parent, as its child sees it: without comments, tests, authors and matrices that are not shared. */
export interface SharedRuleView {
  readonly rule: Rule;
  /** Whether one of its matrices is enabled. */
  readonly sharedEnabled: boolean;
}

/** Returns the requested rules of shared matrices, without duplicates, oldest first. */
export function sharedRuleViews(
  shared: readonly SharedMatrixView[],
  isWanted: (ruleId: string, matrixId: string) => boolean,
): readonly SharedRuleView[] {
  const keys = new Set(shared.map(({ matrix }) => matrix.key));
  const found = new Map<string, SharedRuleView>();
  for (const { matrix, rules, sharedEnabled } of shared)
    for (const each of rules) {
      const { ruleId, status, version } = each.content;
      const known = found.get(ruleId);
      if (!known && !isWanted(ruleId, matrix.id)) continue;
      const isShadowed = status === 'shadow' && known?.rule.activeVersion != null;
      const view = isShadowed ? known.rule : toRule(each, keys, matrix);
      const rule = {
        ...view,
        activeVersion: status === 'active' ? version : (known?.rule.activeVersion ?? null),
        shadowVersion: status === 'shadow' ? version : (known?.rule.shadowVersion ?? null),
      };
      found.set(ruleId, { rule, sharedEnabled: sharedEnabled || known?.sharedEnabled === true });
    }
  return [...found.values()].sort((a, b) => a.rule.createdAt.getTime() - b.rule.createdAt.getTime());
}

function toRule(shared: SharedRule, keys: ReadonlySet<string>, matrix: SharedMatrixView['matrix']): Rule {
  const { ruleId, version, status, externalId, createdAt } = shared.content;
  return {
    ...{ organizationId: matrix.organizationId, id: ruleId, externalId: externalId ?? null, status, enabled: true },
    ...{ version, versionId: ruleId, previousVersionId: null, activeVersion: null, shadowVersion: null },
    text: toText(shared, keys),
    ...{ reason: null, provenance: { origin: 'bundle' }, guard: null, publication: null },
    ...{ createdBy: null, createdAt: new Date(createdAt), updatedBy: null, updatedAt: matrix.updatedAt },
  };
}

function toText({ content, lists, matrices }: SharedRule, keys: ReadonlySet<string>): RuleText {
  const source = sharedSource(readRules(content.source).file, keys);
  const written = textFromSource(source, {}, { shared: emptyLibraryNames, before: null });
  const rules = checkStoredRule({ text: { source, shared: '', lists } });
  const [rule] = rules;
  return {
    ...{ source, form: written.form, shared: '', lists },
    matrices: Object.fromEntries(Object.entries(matrices).filter(([key]) => keys.has(key))),
    names: resolveNames(written, emptyLibraryNames, lists),
    contentHash: contentHash(source, lists),
    errors: 0,
    cost: rule?.cost ?? null,
    dearest: mostExpensiveTerms(rules),
    unknownable: rule?.unknownable ?? [],
  };
}
