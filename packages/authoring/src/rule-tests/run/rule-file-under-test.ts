import { setRule, type RuleContent, type RuleSetContent, type SetRule } from '@tamis/engine';
import {
  checkFiles,
  type Catalogue,
  type CheckedRule,
  type CheckedTest,
  type CheckOptions,
  type SetCheckResult,
  type SourceFile,
  type Diagnostic,
  type ListDeclaration,
  type RuleFile,
} from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import { withOverridableFields } from '../world/given-fields.js';
import { testOrganization } from '../world/test-world.js';
import type { ListAliases } from '../world/world-builder.js';
import type { RuleGroups } from './evaluator.js';
import { matrixContents } from './matrix-contents.js';

/** Determines how rules are checked before they are tested. */
export interface TestCheckOptions extends Omit<CheckOptions, 'catalogue'> {
  /** The name of the file, against which its imports are resolved. */
  readonly name?: string;
  /** The text from which it was read, for comments that suppress findings. */
  readonly source?: string;
  /** Imported files: their declarations are visible, but their tests are not executed. */
  readonly shared?: readonly SourceFile[];
}

/** A file with its rules and tests, ready for execution. */
export interface FileUnderTest {
  readonly file: RuleFile;
  readonly checked: SetCheckResult;
  /** The diagnostics of the checker. */
  readonly diagnostics: readonly Diagnostic[];
  /** The tests of rules first, in source order. */
  readonly tests: readonly CheckedTest[];
  readonly lists: ListAliases;
  /** Returns the rules of a test, without rules that have errors. */
  readonly rulesOf: (test: CheckedTest) => RuleGroups;
}

/** The library, extended so that a test can set derived fields. */
export const testCatalogue: Catalogue = withOverridableFields(libraryCatalogue);

function contentOf(rule: CheckedRule, index: number): RuleContent {
  return {
    ruleId: rule.key,
    version: 1,
    status: 'active',
    source: '',
    externalId: null,
    // Rules of equal priority take effect in text order.
    createdAt: new Date(index).toISOString(),
  };
}

/** Status, mode, period and triggers are ignored, so that drafts can be tested. */
const asDraft = (rule: CheckedRule): CheckedRule => ({ ...rule, mode: 'live', effective: null, triggers: [] });

/** Returns the group of rules that one evaluation executes: with or without matrices, before or after the response. */
const groupOf = ({ checked }: SetRule): string => `${checked.evaluate} ${String(checked.matrices.length > 0)}`;

const bySetOrder = (a: SetRule, b: SetRule): number => b.checked.priority - a.checked.priority;

/** Without a server, a list is assumed to be as declared. */
function boundList(
  { reference, type }: ListDeclaration,
  { findList }: TestCheckOptions,
): { readonly id: string; readonly type: string } {
  const bound = findList?.(reference.value);
  return { id: bound?.id ?? reference.value, type: bound?.type ?? type?.value ?? 'custom' };
}

/** Checks a file for its tests. `file` may be a mutant of the file that was read. */
export function fileUnderTest(file: RuleFile, options: TestCheckOptions): FileUnderTest {
  const { name = '', source, shared = [], ...rest } = options;
  const own: SourceFile = { name, file, ...(source === undefined ? {} : { source }) };
  const checked = checkFiles([own, ...shared.map((each) => ({ ...each, shared: true }))], {
    ...rest,
    catalogue: testCatalogue,
  });
  const lists: ListAliases = new Map(
    [file, ...shared.map((each) => each.file)].flatMap((each) =>
      each.lists.map((declaration) => [declaration.name.text, boundList(declaration, options)] as const),
    ),
  );
  const declared = [...lists.keys()];
  const rules = new Map(
    checked.rules.map((rule, index) => [rule.key, setRule(contentOf(rule, index), asDraft(rule), declared)] as const),
  );
  return {
    file,
    checked,
    diagnostics: checked.diagnostics.get(name) ?? [],
    tests: [...checked.rules.flatMap((rule) => rule.tests), ...checked.tests],
    lists,
    rulesOf: (test) => {
      // The sort is stable, so that rules of equal priority stay in text order.
      const own = test.rules.flatMap((key) => rules.get(key) ?? []).sort(bySetOrder);
      const groups = new Map<string, SetRule[]>();
      for (const rule of own) groups.set(groupOf(rule), [...(groups.get(groupOf(rule)) ?? []), rule]);
      return [...groups.values()].map((group) => ({ rules: group, content: setContent(group, checked), lists }));
    },
  };
}

function setContent(rules: readonly SetRule[], { matrices }: SetCheckResult): RuleSetContent {
  const keys = [...new Set(rules.flatMap((rule) => rule.checked.matrices))];
  return {
    rules: rules.map(({ content }) => content),
    lists: {},
    ...testOrganization,
    matrices: matrixContents(keys, matrices),
  };
}
