import type { Expression } from '../ast/expression.js';
import { ruleFile, type RuleFile } from '../ast/rule-file.js';
import type { RuleDeclaration } from '../ast/rule-declaration.js';
import { sameTree } from '../ast/same-tree.js';
import type { SyntaxNode } from '../ast/syntax-node.js';
import { headerOrder } from '../print/header-nodes.js';
import { headerText, headerWord } from '../print/print-header.js';
import { printExpression } from '../print/print-expression.js';
import { alignItems } from './align-items.js';
import { isSameTerm } from './describe-condition.js';

/** One change between two versions of a rule, and the newer version without it. */
export interface ChangeReversal {
  /** The part of the newer rule that contains the change, on one line. */
  readonly clause: string;
  /** Old and new text; empty if it was added or removed. */
  readonly before: string;
  readonly after: string;
  /** The newer file with only this change reverted. */
  readonly file: RuleFile;
}

type Path = readonly (string | number)[];
type Tree = Readonly<Record<string, unknown>>;

/** The edit of the newer tree that reverts one change. */
interface Change {
  readonly path: Path;
  readonly edit: (there: unknown) => unknown;
  readonly words: Omit<ChangeReversal, 'file'>;
}

/** Context of a tree walk: the innermost enclosing expression, before and after, and the one enclosing that. */
interface EnclosingNodes {
  readonly before: Expression | null;
  readonly after: Expression | null;
  readonly outer: Expression | null;
}

const expressions: ReadonlySet<string> = new Set<Expression['kind']>([
  ...(['and', 'or', 'none', 'atLeast', 'not', 'operation', 'convert', 'call', 'aggregate', 'path'] as const),
  ...(['arrayLiteral', 'listReference', 'listTypeReference', 'textLiteral', 'rawTextLiteral'] as const),
  ...(['numberLiteral', 'percentLiteral', 'moneyLiteral', 'durationLiteral', 'distanceLiteral'] as const),
  ...(['dateLiteral', 'datetimeLiteral', 'booleanLiteral'] as const),
]);

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);
const isExpression = (value: unknown): value is Expression => isTree(value) && expressions.has(String(value['kind']));
type Chain = Extract<Expression, { kind: 'and' | 'or' }>;

const isChain = (value: unknown): value is Chain =>
  isExpression(value) && (value.kind === 'and' || value.kind === 'or');

const textOf = (node: unknown): string => (isExpression(node) ? printExpression(node) : '');

/** Describes a change between two parts by the enclosing expressions, old and new. */
function describeEdit(before: unknown, after: unknown, around: EnclosingNodes): Change['words'] {
  const clause = around.outer ?? around.after ?? (isExpression(after) ? after : null);
  if (isExpression(before) || isExpression(after))
    return { clause: textOf(clause ?? before), before: textOf(before), after: textOf(after) };
  return { clause: textOf(clause), before: textOf(around.before), after: textOf(around.after) };
}

function changesOfItems(
  before: readonly SyntaxNode[],
  after: readonly SyntaxNode[],
  path: Path,
  around: EnclosingNodes,
): Change[] {
  const alike = (a: SyntaxNode, b: SyntaxNode): boolean =>
    isExpression(a) && isExpression(b) ? isSameTerm(a, b) : a.kind === b.kind;
  const found = alignItems(before, after, alike).flatMap(([old, current]): Change[] => {
    if (!current) {
      const edit = (there: unknown): unknown => [...(there as readonly unknown[]), old];
      return [{ path, edit, words: describeEdit(old, null, around) }];
    }
    const at = after.indexOf(current);
    if (old) return changesBetween(old, current, [...path, at], around);
    const edit = (there: unknown): unknown => (there as readonly unknown[]).filter((_, index) => index !== at);
    return [{ path, edit, words: describeEdit(null, current, around) }];
  });
  // Only the order changed.
  return found.length > 0 ? found : [{ path, edit: () => before, words: describeEdit(null, null, around) }];
}

/** Members whose items are matched by content, not by position. */
const setLike: ReadonlySet<unknown> = new Set(['items', 'lets', 'links']);

/** Returns the changes if only one condition of a chain remains, changed or not, and the others were removed. */
function changesOfRemnant(before: Chain, after: Expression, path: Path, around: EnclosingNodes): Change[] {
  const inner = { before, after, outer: around.after };
  const left = before.items.find((item) => isSameTerm(item, after)) as Expression;
  const gone = before.items.filter((item) => item !== left);
  const wordsOf = (item: Expression): Change['words'] => describeEdit(item, null, inner);
  return [
    ...changesBetween(left, after, path, around),
    ...gone.map((item) => ({
      path,
      edit: (there: unknown) => ({ ...before, items: [there, item] }),
      words: wordsOf(item),
    })),
  ];
}

/** Returns the smallest changes, in text order. */
function changesBetween(before: unknown, after: unknown, path: Path, around: EnclosingNodes): Change[] {
  if (sameTree(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) {
    const isSet = setLike.has(path.at(-1)) && [before, after].every((items) => items.every(isTree));
    if (isSet) return changesOfItems(before as SyntaxNode[], after as SyntaxNode[], path, around);
    if (before.length === after.length)
      return after.flatMap((item, at) => changesBetween(before[at], item, [...path, at], around));
  }
  const whole: Change = { path, edit: () => before, words: describeEdit(before, after, around) };
  if (!isTree(before) || !isTree(after)) return [whole];
  const inner = isExpression(after) && isExpression(before) ? { before, after, outer: around.after } : around;
  if (
    isChain(after) &&
    isExpression(before) &&
    !isChain(before) &&
    after.items.some((item) => isSameTerm(before, item))
  )
    return changesOfItems([before], after.items, [...path, 'items'], inner);
  if (isChain(before) && isExpression(after) && !isChain(after) && before.items.some((item) => isSameTerm(item, after)))
    return changesOfRemnant(before, after, path, around);
  if (before['kind'] !== after['kind']) return [whole];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => key !== 'range' && key !== 'style' && !sameTree(before[key], after[key]),
  );
  const isDeeper = keys.every((key) => typeof before[key] === 'object' && typeof after[key] === 'object');
  const hasGone = keys.some((key) => before[key] === null || after[key] === null);
  if (!isDeeper || (hasGone && !isExpression(after))) return [whole];
  return keys.flatMap((key) => changesBetween(before[key], after[key], [...path, key], inner));
}

function applyEdit(tree: unknown, path: Path, edit: Change['edit']): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return edit(tree);
  if (Array.isArray(tree))
    return tree.map((item, index) => (index === step ? applyEdit(item, rest, edit) : (item as unknown)));
  return { ...(tree as Tree), [step]: applyEdit((tree as Tree)[step], rest, edit) };
}

/** Parts of a rule that do not affect which records it hits. */
const ignoredMembers: ReadonlySet<string> = new Set([
  ...['description', 'owner', 'reference', 'category', 'tags', 'meta', 'score', 'priority', 'stop', 'mode'],
  ...['kind', 'range', 'key', 'title', 'actions', 'tests', 'unknown'],
]);

const nowhere: EnclosingNodes = { before: null, after: null, outer: null };

/** Returns the name of a declaration that others in its file may use. */
const nameOf = (declaration: object): string => {
  const { kind, name } = declaration as { readonly kind: string; readonly name?: { readonly text?: string } };
  return `${kind} ${name?.text ?? ''}`;
};

const namedHeader = (key: string): (typeof headerOrder)[number] | undefined => headerOrder.find((name) => name === key);

function changesOfRule(before: RuleDeclaration, after: RuleDeclaration, path: Path): Change[] {
  const keys = (Object.keys(after) as (keyof RuleDeclaration)[]).filter((key) => !ignoredMembers.has(key));
  return keys.flatMap((key) => {
    const header = namedHeader(key);
    const found = changesBetween(before[key], after[key], [...path, key], nowhere);
    if (!header) return found.map((change) => (change.words.clause === '' ? named(change, key.slice(0, -1)) : change));
    if (found.length === 0) return [];
    const words = {
      clause: headerWord(header),
      before: headerText(before, header) ?? '',
      after: headerText(after, header) ?? '',
    };
    return [{ path: [...path, key], edit: () => before[key], words }];
  });
}

const named = (change: Change, clause: string): Change => ({ ...change, words: { ...change.words, clause } });

/**
 * Returns the changes between two versions of a rule that may make it hit other records, each reverted individually: changes of its
 * conditions, lets and headers, and of other declarations in its file. The files must contain one rule each.
 */
export function revertEachChange(before: RuleFile, after: RuleFile): readonly ChangeReversal[] {
  const [old] = before.rules;
  const changes = after.declarations.flatMap((declaration, at): Change[] => {
    const path = ['declarations', at];
    if (declaration.kind === 'testDeclaration') return [];
    if (declaration.kind === 'ruleDeclaration') return old ? changesOfRule(old, declaration, path) : [];
    const same = before.declarations.find((each) => nameOf(each) === nameOf(declaration));
    const clause = nameOf(declaration).replace('Declaration', '');
    return same ? changesBetween(same, declaration, path, nowhere).map((change) => named(change, clause)) : [];
  });
  return changes.map(({ path, edit, words }) => {
    const { declarations } = applyEdit(after, path, edit) as RuleFile;
    return { ...words, file: ruleFile(after.languageVersion, declarations) };
  });
}
