import {
  encodeRule,
  readRules,
  type DeclaredNames,
  type NameKind,
  type RuleFile,
  type SourcePosition,
  type SyntaxNode,
} from '@tamis/lang';
import type { Conversion } from './conversion.js';

/** Returns the names declared outside of the rules, and what they refer to. */
function declaredNames(file: RuleFile): DeclaredNames {
  const names = (kind: NameKind, nodes: readonly { readonly name: { readonly text: string } }[]) =>
    nodes.map(({ name }) => [name.text, kind] as const);
  return new Map<string, NameKind>([
    ...names('list', file.lists),
    ...names('const', file.constants),
    ...names('param', file.parameters),
    ...names('define', file.definitions),
  ]);
}

/** Returns a function that returns the source text of a node. */
function cutter(source: string): (node: SyntaxNode) => string {
  const starts = [0];
  const text = source.replace(/^\uFEFF/, '');
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) starts.push(index + 1);
  const offset = ({ line, character }: SourcePosition): number => (starts[line] ?? text.length) + character;
  return ({ range }) => (range ? text.slice(offset(range.start), offset(range.end)) : '');
}

/** Converts the rules of a source to JSON. Parts without a JSON form of their own remain text. */
export function textToJson(source: string): Conversion {
  const { file, diagnostics, comments } = readRules(source);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return { converted: null, diagnostics: errors, notes: [] };
  const cut = cutter(source);
  const names = declaredNames(file);
  const declarations = file.declarations.filter(({ kind }) => kind !== 'ruleDeclaration').map(cut);
  const tests = file.rules
    .filter((rule) => rule.tests.length > 0)
    .map((rule) => [rule.key.text, rule.tests.map(cut).join('\n\n')] as const);
  const converted = {
    languageVersion: Number(file.languageVersion?.text ?? 1),
    ...(declarations.length > 0 ? { declarations: declarations.join('\n\n') } : {}),
    rules: file.rules.map((rule) => encodeRule(rule, names)),
    ...(tests.length > 0 ? { tests: Object.fromEntries(tests) } : {}),
  };
  const notes = comments.length > 0 ? ['comments are not supported in JSON and are left out'] : [];
  return { converted, diagnostics: [], notes };
}
