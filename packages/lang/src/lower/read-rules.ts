import {
  parseExpression,
  parseDeclarations,
  withoutByteOrderMark,
  type CstNode,
  type FileCstNode,
  type IToken,
} from '@tamis/grammar';
import type { Comment } from '../ast/comment.js';
import { countNodes } from '../ast/count-nodes.js';
import type { Expression } from '../ast/expression.js';
import type { NumberLiteral } from '../ast/number-literal.js';
import type { FileDeclaration } from '../ast/file-declaration.js';
import type { TestDeclaration } from '../ast/test-declaration.js';
import { ruleFile, type RuleFile } from '../ast/rule-file.js';
import type { TextLiteral } from '../ast/text-literal.js';
import type { Word } from '../ast/word.js';
import { e0109 } from '../diagnostics/codes/e0109.js';
import { e0903 } from '../diagnostics/codes/e0903.js';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { limits } from '../limits.js';
import { lexDiagnostics } from './lex-diagnostic.js';
import { endOfToken, optionalRange, sourceContext, type LowerContext } from './lower-context.js';
import { declarationKinds, lowerDeclaration } from './lower-declaration.js';
import { lowerExpression } from './lower-expression.js';
import { lowerNumber } from './lower-literal.js';
import { syntaxDiagnostic } from './syntax-diagnostic.js';
import type { SyntaxNode } from '../ast/syntax-node.js';

/** Returns the maximum nesting depth of nodes. Stops measuring just above `limit`. Does not recurse. */
function treeDepth(root: SyntaxNode, limit: number): number {
  const pending: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 0 }];
  let deepest = 0;
  for (let next = pending.pop(); next && deepest <= limit; next = pending.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    const own = 'kind' in value && 'range' in value ? depth + 1 : depth;
    deepest = Math.max(deepest, own);
    for (const [key, part] of Object.entries(value)) if (key !== 'range') pending.push({ value: part, depth: own });
  }
  return deepest;
}

/** The newest version of the language. */
const languageVersion = 1;

export interface ReadResult {
  /** The file without declarations that have a syntax error. */
  readonly file: RuleFile;
  /** In source order, at most 100. */
  readonly diagnostics: readonly Diagnostic[];
  readonly comments: readonly Comment[];
}

function lowerVersion(cst: FileCstNode, context: LowerContext): NumberLiteral | null {
  const [node] = cst.children.languageVersion ?? [];
  const [token] = node?.children.Number ?? [];
  if (!token || token.isInsertedInRecovery) return null;
  const version = lowerNumber(token, context);
  if (version.text !== String(languageVersion))
    context.diagnostics.push(
      createDiagnostic(e0109, {
        message: `this is version ${String(languageVersion)} of the language, not ${version.text}`,
        help: `write \`language ${String(languageVersion)}\``,
        ...optionalRange(version.range),
      }),
    );
  return version;
}

/** Returns the node with the name of a declaration for messages. */
function nameOf(declaration: FileDeclaration): Word | TextLiteral {
  if (declaration.kind === 'importDeclaration') return declaration.file;
  if (declaration.kind === 'testDeclaration') return declaration.title;
  return 'key' in declaration ? declaration.key : declaration.name;
}

/** Returns whether a step is nested too deeply. A fixture may be long, but none of its values may nest as deeply as a long sum. */
const hasHugeStep = ({ steps }: TestDeclaration): boolean =>
  steps.some((step) => treeDepth(step, limits.nodesPerValue) > limits.nodesPerValue);

/** All later passes traverse the tree recursively, so a declaration beyond the limit is not processed further. */
function isSmallEnough(declaration: FileDeclaration, context: LowerContext): boolean {
  const tests =
    declaration.kind === 'ruleDeclaration'
      ? declaration.tests
      : declaration.kind === 'testDeclaration'
        ? [declaration]
        : [];
  const isSmall =
    declaration.kind === 'testDeclaration' || countNodes(declaration, limits.nodesPerRule) <= limits.nodesPerRule;
  if (isSmall && !tests.some(hasHugeStep)) return true;
  const name = nameOf(declaration);
  const shown = name.kind === 'word' ? `\`${name.text}\`` : 'this test';
  context.diagnostics.push(
    createDiagnostic(e0903, {
      message: isSmall
        ? `a value in a test of ${shown} has more than ${String(limits.nodesPerValue)} parts`
        : `${shown} has more than ${String(limits.nodesPerRule)} parts`,
      help: 'move long enumerations into a list, or split the declaration',
      ...optionalRange(name.range),
    }),
  );
  return false;
}

function bySourceOrder(a: Diagnostic, b: Diagnostic): number {
  if (!a.range || !b.range) return 0;
  return a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character;
}

const commentOf = (token: IToken, context: LowerContext): Comment => ({
  text: token.image,
  range: context.rangeOf(token.startOffset, endOfToken(token)),
});

/**
 * Parses a source into a syntax tree and diagnostics. Never throws. Each error causes one diagnostic, and a broken declaration does not
 * hide others. Names and types are left to the checker.
 */
export function readRules(source: string): ReadResult {
  const context = sourceContext(withoutByteOrderMark(source));
  const declarations: FileDeclaration[] = [];
  let version: NumberLiteral | null = null;
  const result = parseDeclarations(source, ({ cst, isBroken }) => {
    version ??= lowerVersion(cst, context);
    const nodes = declarationKinds
      .flatMap((kind): readonly CstNode[] => cst.children[kind] ?? [])
      .filter((node) => !isBroken(node))
      .sort((a, b) => (a.location?.startOffset ?? 0) - (b.location?.startOffset ?? 0));
    for (const node of nodes) {
      const declaration = lowerDeclaration(node, context);
      if (isSmallEnough(declaration, context)) declarations.push(declaration);
    }
  });
  const max = limits.diagnosticsPerFile;
  const diagnostics = [
    ...lexDiagnostics(result.lexErrors.slice(0, max), context),
    ...result.parseErrors.slice(0, max).map((problem) => syntaxDiagnostic(problem, context)),
    ...context.diagnostics,
  ];
  return {
    file: ruleFile(version, declarations, context.rangeOf(0, result.text.length)),
    diagnostics: diagnostics.sort(bySourceOrder).slice(0, max),
    comments: result.comments.map((token) => commentOf(token, context)),
  };
}

/** Parses a single expression, for a form field or a test. `expression` is null if it has a syntax error. */
export function readExpression(source: string): {
  readonly expression: Expression | null;
  readonly diagnostics: readonly Diagnostic[];
} {
  const context = sourceContext(source);
  const { cst, lexErrors, parseErrors } = parseExpression(source);
  const expression = cst && lowerExpression(cst, context);
  const diagnostics = [
    ...lexDiagnostics(lexErrors, context),
    ...parseErrors.map((problem) => syntaxDiagnostic(problem, context)),
    ...context.diagnostics,
  ];
  return { expression, diagnostics: diagnostics.sort(bySourceOrder) };
}
