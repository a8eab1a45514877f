import { checkFiles, mostExpensiveTerms, readRules, type CheckedRule, type Diagnostic, type Target } from '@tamis/lang';

import type { Queryable } from '../../../../platform/database/index.js';
import {
  checkedMatrix,
  contentHash,
  disabledTriggers,
  findRiskMatrices,
  type RiskMatrix,
} from '../../../decisions/rule-sets/index.js';
import { findOwnCurrencies } from '../../../tenancy/organization-settings/index.js';
import { checkHeaders } from '../domain/check-headers.js';
import { checkEnvironment, knowsParties } from '../domain/check-environment.js';
import { resolveNames } from '../domain/resolved-names.js';
import { withDefaults } from '../domain/rule-headers.js';
import type { RuleText } from '../domain/rule.js';
import {
  parameterValues,
  usedDeclarations,
  sourceWithDeclarations,
  type LibraryNames,
} from '../domain/library-names.js';
import type { RuleTextForms } from '../domain/write-text.js';
import { findNamedAutomations } from './find-named-automations.js';
import { findMatrixByKey } from './resolve-matrices.js';
import { resolveLists } from './resolve-lists.js';

export interface CheckedText {
  readonly text: RuleText;
  readonly diagnostics: readonly Diagnostic[];
  /** `null` if there are errors. */
  readonly rule: CheckedRule | null;
  /** Matrices of the organization, including archived ones. */
  readonly matrices: readonly RiskMatrix[];
}

/** Lists and matrices a text referred to when it was last saved; it keeps referring to them when lists are renamed or matrices archived. */
export type TextBindings = Pick<RuleText, 'lists' | 'matrices'>;

export const noBindings: TextBindings = { lists: {}, matrices: {} };

/** File names shown in diagnostics. */
const sharedFileName = 'shared names';

/**
 * Checks names and types of a rule against the library, the shared names, lists and matrices of the organization. Throws 400 if a header is
 * too long to be stored.
 */
export async function checkText(
  client: Queryable,
  organizationId: string,
  {
    written,
    shared,
    bound,
    isStored = false,
  }: {
    readonly written: RuleTextForms;
    readonly shared: LibraryNames;
    readonly bound: TextBindings;
    /** Set if the text was not changed: its list names keep their meaning. */
    readonly isStored?: boolean;
  },
): Promise<CheckedText> {
  checkHeaders(withDefaults(written.form));
  const { source, file, form } = written;
  const used = usedDeclarations(written.rule, file, shared);
  const whole = sourceWithDeclarations(source, used);
  const lists = await resolveLists(client, organizationId, readRules(whole).file, bound.lists, isStored);
  const matrices = await findRiskMatrices(client, organizationId);
  const automations = await findNamedAutomations(client, organizationId, whole);
  const ids: Record<string, string> = {};
  const findMatrix = (key: string): readonly Target[] | null => {
    const matrix = findMatrixByKey(matrices, key, bound.matrices);
    if (!matrix) return null;
    ids[key] = matrix.id;
    return checkedMatrix(matrix).targets;
  };
  const { rules, diagnostics: byFile } = checkFiles(
    [
      { name: sharedFileName, file: shared.file, shared: true },
      { name: '', file, source },
    ],
    {
      ...checkEnvironment,
      findParty: knowsParties(automations),
      findList: (reference) => (Object.hasOwn(lists, reference) ? lists[reference]! : null),
      findMatrix,
      currencies: await findOwnCurrencies(client, organizationId),
      parameterValues: parameterValues(shared),
      deadTriggers: (key) => disabledTriggers(findMatrixByKey(matrices, key, bound.matrices)),
    },
  );
  const diagnostics = byFile.get('') ?? [];
  const [rule] = rules;
  const text: RuleText = {
    source,
    form,
    shared: used,
    lists,
    matrices: ids,
    names: resolveNames(written, shared, lists),
    contentHash: contentHash(whole, lists),
    errors: diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length,
    cost: rule?.cost ?? null,
    dearest: mostExpensiveTerms(rules),
    unknownable: rule?.unknownable ?? [],
  };
  return { text, diagnostics, rule: rule ?? null, matrices };
}
