import { describeChanges, sameTree, type FileDeclaration, type RuleFile } from '@tamis/lang';

/** Change of one rule or other declaration. */
export interface RuleDifference {
  /** `structuring`. Declarations other than rules are given with their kind: `param reporting_limit`. */
  readonly rule: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** One line for each change. Empty if the declaration was added or removed as a whole. */
  readonly words: readonly string[];
}

const kinds: Readonly<Record<FileDeclaration['kind'], string>> = {
  importDeclaration: 'import',
  listDeclaration: 'list',
  constDeclaration: 'const',
  paramDeclaration: 'param',
  defineDeclaration: 'define',
  matrixDeclaration: 'matrix',
  ruleDeclaration: '',
  testDeclaration: 'test',
};

function nameOf(declaration: FileDeclaration): string {
  if (declaration.kind === 'importDeclaration') return declaration.file.value;
  if (declaration.kind === 'testDeclaration') return declaration.title.value;
  return 'key' in declaration ? declaration.key.text : declaration.name.text;
}

const byName = (files: readonly RuleFile[]): ReadonlyMap<string, FileDeclaration> =>
  new Map(
    files
      .flatMap((file) => file.declarations)
      .map((declaration) => [`${kinds[declaration.kind]} ${nameOf(declaration)}`.trim(), declaration] as const),
  );

function difference(name: string, old: FileDeclaration, now: FileDeclaration): RuleDifference | null {
  if (sameTree(old, now)) return null;
  const isRule = old.kind === 'ruleDeclaration' && now.kind === 'ruleDeclaration';
  return { rule: name, change: 'changed', words: isRule ? describeChanges(old, now) : [] };
}

/** Compares rules and other declarations by name, in the order of the new files, with removed ones last. */
export function describeFiles(
  before: readonly RuleFile[],
  after: readonly RuleFile[],
): { readonly differences: readonly RuleDifference[]; readonly same: number } {
  const [old, now] = [byName(before), byName(after)];
  const found = [...now].map(([name, declaration]): RuleDifference | null => {
    const earlier = old.get(name);
    return earlier ? difference(name, earlier, declaration) : { rule: name, change: 'added', words: [] };
  });
  const removed = [...old.keys()]
    .filter((name) => !now.has(name))
    .map((name): RuleDifference => ({ rule: name, change: 'removed', words: [] }));
  const differences = [...found.filter((each) => each !== null), ...removed];
  return { differences, same: found.filter((each) => each === null).length };
}
