import { setRule, type RuleContent, type RuleSetContent, type SetRule } from '@tamis/engine';
import {
  checkFile,
  type Catalogue,
  type CheckedRule,
  type CheckedTest,
  type CheckOptions,
  type CheckResult,
  type Diagnostic,
  type RuleFile,
} from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import { withGivenFields } from '../world/given-fields.js';
import { testOrganization } from '../world/test-world.js';
import type { ListAliases } from '../world/world-builder.js';
import type { RulesUnderTest } from './evaluator.js';

/** How rules are checked before they are tested. */
export type TestCheckOptions = Omit<CheckOptions, 'catalogue'>;

/** A file with its rules and tests, ready to run. */
export interface FileUnderTest {
  readonly file: RuleFile;
  readonly checked: CheckResult;
  /** Of the checker. */
  readonly diagnostics: readonly Diagnostic[];
  /** Those of rules first, in source order. */
  readonly tests: readonly CheckedTest[];
  readonly lists: ListAliases;
  /** The rules of a test; a rule with errors is left out. */
  readonly rulesOf: (test: CheckedTest) => RulesUnderTest;
}

/** The library, in which a test may give derived fields a value. */
export const testCatalogue: Catalogue = withGivenFields(libraryCatalogue);

function contentOf(rule: CheckedRule, index: number): RuleContent {
  return {
    ruleId: rule.key,
    version: 1,
    status: 'active',
    source: '',
    externalId: null,
    // Rules of equal priority act in the order of the text.
    createdAt: new Date(index).toISOString(),
  };
}

/** Status, mode, period and triggers are ignored, so that drafts can be tested. */
const asDraft = (rule: CheckedRule): CheckedRule => ({ ...rule, mode: 'live', effective: null, triggers: [] });

const bySetOrder = (a: SetRule, b: SetRule): number => b.checked.priority - a.checked.priority;

/** Checks a file for its tests. `file` may be a mutant of the one that was read. */
export function fileUnderTest(file: RuleFile, options: TestCheckOptions): FileUnderTest {
  const checked = checkFile(file, { ...options, catalogue: testCatalogue });
  const lists: ListAliases = new Map(
    file.lists.map(({ name, reference, type }) => {
      const bound = options.findList?.(reference.value);
      return [name.text, { id: bound?.id ?? reference.value, type: bound?.type ?? type?.value ?? 'custom' }];
    }),
  );
  const declared = file.lists.map(({ name }) => name.text);
  const rules = new Map(
    checked.rules.map((rule, index) => [rule.key, setRule(contentOf(rule, index), asDraft(rule), declared)] as const),
  );
  return {
    file,
    checked,
    diagnostics: checked.diagnostics,
    tests: [...checked.rules.flatMap((rule) => rule.tests), ...checked.tests],
    lists,
    rulesOf: (test) => {
      // Sorting is stable: equal priorities keep the order of the text.
      const own = test.rules.flatMap((key) => rules.get(key) ?? []).sort(bySetOrder);
      return { rules: own, content: setContent(own, checked), lists };
    },
  };
}

function setContent(rules: readonly SetRule[], _checked: CheckResult): RuleSetContent {
  return { rules: rules.map(({ content }) => content), lists: {}, ...testOrganization };
}
