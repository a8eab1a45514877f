import type { Action } from '../ast/action.js';
import type { Expression } from '../ast/expression.js';
import type { FileDeclaration } from '../ast/file-declaration.js';
import type { MatrixDeclaration } from '../ast/matrix-declaration.js';
import type { RuleDeclaration } from '../ast/rule-declaration.js';
import type { RuleFile } from '../ast/rule-file.js';
import type { SourceRange, SyntaxNode } from '../ast/syntax-node.js';
import type { TestDeclaration } from '../ast/test-declaration.js';
import type { TestStep } from '../ast/test-step.js';
import { headerNodes } from './header-nodes.js';
import { termsOf } from './terms-of.js';

/** Something printed on a separate line, so that a comment can be above or after it. */
export interface Anchor {
  readonly node: object;
  readonly range: SourceRange;
  /** Parts printed on several lines within it. */
  readonly blocks: readonly Block[];
}

/** A construct in braces with one anchor per line. */
export interface Block {
  readonly node: object;
  readonly range: SourceRange;
  /** Line of the opening brace: a comment after it stays there. `null` for an entire file. */
  readonly openingLine: number | null;
  readonly anchors: readonly Anchor[];
}

const anchor = (node: SyntaxNode, blocks: readonly Block[] = blocksIn(node)): Anchor[] =>
  node.range ? [{ node, range: node.range, blocks }] : [];

const isBlockGroup = (value: object): value is SyntaxNode & { readonly items: readonly Expression[] } =>
  'kind' in value &&
  (value.kind === 'none' || value.kind === 'atLeast' || ('style' in value && value.style === 'block'));

/** Returns the outermost groups in braces within a node, including itself. */
function blocksIn(value: unknown): Block[] {
  if (Array.isArray(value)) return value.flatMap(blocksIn);
  if (typeof value !== 'object' || value === null) return [];
  if (!isBlockGroup(value))
    return Object.entries(value).flatMap(([key, part]) => (key === 'range' ? [] : blocksIn(part)));
  const { range, items } = value;
  if (!range) return [];
  return [{ node: value, range, openingLine: range.start.line, anchors: items.flatMap((item) => anchor(item)) }];
}

/** Returns a block that begins after the last of these nodes. */
function block(node: SyntaxNode, head: readonly (SyntaxNode | null)[], anchors: readonly Anchor[]): Block[] {
  const last = head.findLast((part) => part?.range);
  return node.range ? [{ node, range: node.range, openingLine: (last?.range ?? node.range).end.line, anchors }] : [];
}

function actionAnchor(action: Action): Anchor[] {
  if (action.kind !== 'addToListAction' || action.mappings.length < 2 || !action.range) return anchor(action);
  const mappings = action.mappings.flatMap(({ path, list }) =>
    path.range && list.range
      ? [{ node: path, range: { start: path.range.start, end: list.range.end }, blocks: [] }]
      : [],
  );
  const reason = action.reason ? anchor(action.reason) : [];
  const settings = action.settings ? anchor(action.settings) : [];
  return anchor(action, [
    { node: action, range: action.range, openingLine: null, anchors: [...mappings, ...reason, ...settings] },
  ]);
}

const stepAnchor = (step: TestStep): Anchor[] =>
  step.kind === 'varyStep'
    ? anchor(
        step,
        block(
          step,
          [step.path],
          step.cases.flatMap((item) => anchor(item)),
        ),
      )
    : anchor(step);

const testAnchor = (test: TestDeclaration): Anchor[] =>
  anchor(test, block(test, [test.title, ...test.rules], test.steps.flatMap(stepAnchor)));

function ruleAnchor(rule: RuleDeclaration): Anchor[] {
  const lines = [
    ...headerNodes(rule).flatMap((node) => anchor(node)),
    ...rule.lets.flatMap((declaration) => anchor(declaration)),
    ...(rule.when ? termsOf(rule.when).flatMap((term) => anchor(term)) : []),
    ...(rule.unknown ? anchor(rule.unknown) : []),
    ...rule.actions.flatMap(actionAnchor),
    ...rule.tests.flatMap(testAnchor),
  ];
  return anchor(rule, block(rule, [rule.key, rule.title], lines));
}

function matrixAnchor(matrix: MatrixDeclaration): Anchor[] {
  const { targets, description, scale, thresholds, bands, otherwise } = matrix;
  const clauses = [targets[0], description, scale, thresholds[0], ...bands, otherwise];
  const lines = clauses.flatMap((clause) => (clause ? anchor(clause) : []));
  return anchor(matrix, block(matrix, [matrix.key, matrix.title], lines));
}

function declarationAnchor(declaration: FileDeclaration): Anchor[] {
  if (declaration.kind === 'ruleDeclaration') return ruleAnchor(declaration);
  if (declaration.kind === 'matrixDeclaration') return matrixAnchor(declaration);
  if (declaration.kind === 'testDeclaration') return testAnchor(declaration);
  return anchor(declaration);
}

/** Returns all anchors of a file. `null` for a tree that was not read from text. */
export function fileBlock(file: RuleFile): Block | null {
  if (!file.range) return null;
  const version = file.languageVersion ? anchor(file.languageVersion) : [];
  const anchors = [...version, ...file.declarations.flatMap(declarationAnchor)];
  return { node: file, range: file.range, openingLine: null, anchors };
}
