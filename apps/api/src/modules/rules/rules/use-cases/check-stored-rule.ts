import { checkFile, readRules, type CheckedRule, type Target } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

import { sourceWithDeclarations } from '../domain/library-names.js';
import type { RuleText } from '../domain/rule.js';

const allTargets: readonly Target[] = ['transaction', 'person', 'company', 'userEvent'];

/** Checks a stored rule. */
export function checkStoredRule({
  text: { source, shared, lists },
}: {
  readonly text: Pick<RuleText, 'source' | 'shared' | 'lists'>;
}): readonly CheckedRule[] {
  return checkFile(readRules(sourceWithDeclarations(source, shared)).file, {
    catalogue: libraryCatalogue,
    findList: (reference) => (Object.hasOwn(lists, reference) ? lists[reference]! : null),
    findMatrix: () => allTargets,
    currencies: 'any',
  }).rules;
}
