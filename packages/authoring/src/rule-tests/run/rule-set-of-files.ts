import type { RuleContent, RuleSetContent } from '@tamis/engine';
import {
  printFile,
  ruleFile,
  usedNames,
  type FileDeclaration,
  type RuleDeclaration,
  type RuleFile,
  type SetCheckResult,
} from '@tamis/lang';
import { matrixContents } from './matrix-contents.js';

/** A file without errors, and the files whose declarations it can name. */
export interface CheckedFile {
  readonly file: RuleFile;
  readonly shared: readonly RuleFile[];
  readonly checked: SetCheckResult;
}

const named: ReadonlySet<string> = new Set([
  'listDeclaration',
  'constDeclaration',
  'paramDeclaration',
  'defineDeclaration',
]);

const declarationsOf = ({ file, shared }: CheckedFile): readonly FileDeclaration[] =>
  [file, ...shared].flatMap(({ declarations }) => declarations.filter(({ kind }) => named.has(kind)));

/**
 * Returns each rule of a file with the declarations that it names. Other declarations are not part of the rule, so that changing them does
 * not change it.
 */
function sourcesOf(file: CheckedFile): readonly string[] {
  const declarations = declarationsOf(file);
  const byName = new Map(declarations.flatMap((each) => ('name' in each ? [[each.name.text, each] as const] : [])));
  const usedBy = (rule: RuleDeclaration): readonly FileDeclaration[] => {
    const names = usedNames(rule, byName);
    return declarations.filter((each) => 'name' in each && names.has(each.name.text));
  };
  return file.file.rules.map((rule) => printFile(ruleFile(null, [...usedBy(rule), rule])));
}

/** Without a server, a list is assumed to be as declared. */
function listsOf(file: CheckedFile): RuleSetContent['lists'] {
  const lists = declarationsOf(file).flatMap((each) => (each.kind === 'listDeclaration' ? [each] : []));
  return Object.fromEntries(
    lists.map(({ reference: { value }, type }) => [value, { id: value, name: value, type: type?.value ?? 'custom' }]),
  );
}

const contentOf = (source: string, index: number): RuleContent => ({
  ruleId: `rule-${index + 1}`,
  version: 1,
  status: 'active',
  source,
  externalId: null,
  // Rules of equal priority are in text order.
  createdAt: new Date(index).toISOString(),
});

/** Returns all rules of the given files as one set; its evaluations execute every matrix. */
export function ruleSetOfFiles(
  files: readonly CheckedFile[],
  settings: Omit<RuleSetContent, 'rules' | 'lists' | 'matrices' | 'defaultMatrices'>,
): RuleSetContent {
  const keys = [...new Set(files.flatMap(({ checked }) => checked.rules.flatMap(({ matrices }) => matrices)))];
  return {
    rules: files.flatMap(sourcesOf).map(contentOf),
    lists: Object.assign({}, ...files.map(listsOf)) as RuleSetContent['lists'],
    ...settings,
    matrices: matrixContents(
      keys,
      files.flatMap(({ checked }) => checked.matrices),
    ),
    ...(keys.length > 0
      ? { defaultMatrices: { transaction: keys, person: keys, company: keys, userEvent: keys } }
      : {}),
  };
}
