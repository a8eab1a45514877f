import type { RuleFile } from '../ast/rule-file.js';
import type { Word } from '../ast/word.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { e0204 } from '../diagnostics/codes/e0204.js';
import { e0206 } from '../diagnostics/codes/e0206.js';
import { e0904 } from '../diagnostics/codes/e0904.js';
import { e0909 } from '../diagnostics/codes/e0909.js';
import { e0914 } from '../diagnostics/codes/e0914.js';
import { limits } from '../limits.js';
import { checkBodySize, checkParameterNames } from './check-definition.js';
import { bindDeclaration, type FindList } from './check-lists.js';
import { declaredAs, type DeclaredName } from './declared-names.js';
import type { DiagnosticBag } from './diagnostic-bag.js';
import { reservedNames } from './reserved-names.js';

/** One file of a set, with its findings. */
export interface SetFile {
  readonly name: string;
  readonly file: RuleFile;
  readonly findings: DiagnosticBag;
  /** Whether it belongs to the organization's library: its names are visible, but it is not checked here. */
  readonly isShared: boolean;
}

interface NameOptions {
  readonly catalogue: Catalogue;
  readonly findList: FindList | undefined;
}

export const nameOf = (declared: DeclaredName): Word =>
  declared.kind === 'matrix' || declared.kind === 'rule' ? declared.declaration.key : declared.declaration.name;

function asDeclared(
  node: RuleFile['declarations'][number],
  file: number,
  { findings }: SetFile,
  { catalogue, findList }: NameOptions,
): DeclaredName | null {
  const base = { file, used: false };
  switch (node.kind) {
    case 'listDeclaration':
      return {
        ...base,
        kind: 'list',
        declaration: node,
        binding: bindDeclaration(node, findList, catalogue, findings),
      };
    case 'constDeclaration':
      return { ...base, kind: 'const', declaration: node, value: null, checked: null };
    case 'paramDeclaration':
      return { ...base, kind: 'param', declaration: node, value: null, checked: null };
    case 'defineDeclaration':
      return { ...base, kind: 'define', declaration: node, isBroken: false };
    case 'matrixDeclaration':
      return { ...base, kind: 'matrix', declaration: node, checked: null };
    case 'ruleDeclaration':
      return { ...base, kind: 'rule', declaration: node };
    case 'importDeclaration':
    case 'testDeclaration':
      return null;
  }
}

function reportDuplicate(earlier: DeclaredName, declared: DeclaredName, files: readonly SetFile[]): void {
  const own = files[declared.file];
  const name = nameOf(declared);
  const other = files[earlier.file];
  const { range } = nameOf(earlier);
  const inSameFile = range && earlier.file === declared.file;
  own?.findings.add(other?.isShared && !own.isShared ? e0206 : e0204, name, {
    message: other?.isShared
      ? `\`${name.text}\` is already the name of ${declaredAs[earlier.kind]} of the organization`
      : `\`${name.text}\` is declared twice`,
    ...(inSameFile
      ? { related: [{ range, message: 'first declared here' }] }
      : range && other
        ? { related: [{ range, file: other.name, message: 'first declared here' }] }
        : {}),
  });
}

/** Checks that a name is not a word of the language or the name of a function, and is not too long. */
function checkName(declared: DeclaredName, { findings }: SetFile, catalogue: Catalogue): boolean {
  const name = nameOf(declared);
  // A rule may have any name, since conditions never refer to it.
  if (declared.kind === 'rule') return true;
  if ([...name.text].length > limits.nameCodePoints) {
    findings.add(e0914, name, { message: `a name has at most ${limits.nameCodePoints} characters` });
    return false;
  }
  const isCalled = declared.kind === 'define' && declared.declaration.parameters.length > 0;
  const hidden = reservedNames.has(name.text)
    ? 'a keyword of the language'
    : isCalled && catalogue.function(name.text)
      ? 'a function'
      : null;
  if (hidden === null || declared.kind === 'matrix') return true;
  findings.add(e0206, name, {
    message: `\`${name.text}\` is already the name of ${hidden}`,
    help: 'choose another name',
  });
  return false;
}

function checkCounts({ file, findings }: SetFile): void {
  const counted = [...file.lists, ...file.constants, ...file.parameters, ...file.definitions];
  const extra = counted[limits.declarationsPerFile];
  if (extra) findings.add(e0909, extra, { message: `a file has at most ${limits.declarationsPerFile} declarations` });
  const rule = file.rules[limits.rulesPerFile];
  if (rule)
    findings.add(e0904, rule.key, {
      message: `a file has at most ${limits.rulesPerFile} rules, this one ${file.rules.length}`,
    });
}

/**
 * Collects the names of all files, which share one namespace. The order does not matter. If a name is declared twice, the first declaration
 * counts.
 */
export function collectNames(files: readonly SetFile[], options: NameOptions): Map<string, DeclaredName> {
  const names = new Map<string, DeclaredName>();
  for (const [index, own] of files.entries()) {
    checkCounts(own);
    for (const node of own.file.declarations) {
      const declared = asDeclared(node, index, own, options);
      if (!declared) continue;
      const { text } = nameOf(declared);
      const earlier = names.get(text);
      if (earlier) reportDuplicate(earlier, declared, files);
      else if (checkName(declared, own, options.catalogue)) names.set(text, declared);
    }
  }
  for (const declared of names.values()) {
    const own = files[declared.file];
    if (declared.kind !== 'define' || !own) continue;
    const { declaration } = declared;
    const fits = checkBodySize(declaration, declaration.body, own.findings);
    declared.isBroken = !checkParameterNames(declaration, names, own.findings) || !fits;
  }
  return names;
}
