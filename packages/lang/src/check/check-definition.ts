import type { DefineDeclaration } from '../ast/define-declaration.js';
import type { Expression } from '../ast/expression.js';
import type { SyntaxNode } from '../ast/syntax-node.js';
import { e0204 } from '../diagnostics/codes/e0204.js';
import { e0206 } from '../diagnostics/codes/e0206.js';
import { e0207 } from '../diagnostics/codes/e0207.js';
import { e0902 } from '../diagnostics/codes/e0902.js';
import { e0910 } from '../diagnostics/codes/e0910.js';
import { limits } from '../limits.js';
import { childExpressions } from './child-expressions.js';
import { declaredAs, type DeclaredName, type DeclaredNames } from './declared-names.js';
import { expressionSize } from './expression-size.js';
import type { DiagnosticBag } from './diagnostic-bag.js';
import { reservedNames } from './reserved-names.js';

/** Checks the parameters: not too many, distinct, and not hiding other names. Returns `false` after reporting a problem. */
export function checkParameterNames(node: DefineDeclaration, names: DeclaredNames, findings: DiagnosticBag): boolean {
  const extra = node.parameters[limits.parametersPerDefine];
  if (extra) {
    findings.add(e0910, extra, {
      message: `a definition has at most ${limits.parametersPerDefine} parameters, this one ${node.parameters.length}`,
    });
    return false;
  }
  const seen = new Set<string>();
  for (const parameter of node.parameters) {
    const { text } = parameter;
    const declared = names.get(text);
    const hidden = declared ? declaredAs[declared.kind] : reservedNames.has(text) ? 'a keyword of the language' : null;
    if (hidden !== null)
      findings.add(e0206, parameter, {
        message: `\`${text}\` is already the name of ${hidden}`,
        help: 'choose another name',
      });
    else if (seen.has(text)) findings.add(e0204, parameter, { message: `\`${text}\` is declared twice` });
    else {
      seen.add(text);
      continue;
    }
    return false;
  }
  return true;
}

/** Rejects deep trees before any code walks them recursively. */
export function checkBodySize(node: SyntaxNode, body: Expression, findings: DiagnosticBag): boolean {
  const size = expressionSize(body, limits.nodesPerRule + 1);
  if (size.depth > limits.depth || size.logicDepth > limits.logicDepth) {
    findings.add(e0902, body, {
      message: `conditions are nested at most ${limits.logicDepth} deep, everything at most ${limits.depth}`,
      help: 'name a part with a `define` of its own',
    });
    return false;
  }
  if (size.nodes <= limits.nodesPerRule) return true;
  findings.add(e0910, node, { message: `a definition has at most ${limits.nodesPerRule} parts` });
  return false;
}

/** Returns the declared names that an expression mentions directly. */
function mentionedNames(root: Expression, without: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: Expression): void => {
    const [head] = node.kind === 'path' && node.steps.length === 1 ? node.steps : [];
    if (head !== undefined && !without.has(head)) found.add(head);
    if (node.kind === 'call') found.add(node.name);
    if (node.kind === 'aggregate' && node.window?.kind === 'last' && node.window.duration.kind === 'path')
      visit(node.window.duration);
    if (node.kind === 'aggregate' && node.window?.kind === 'since') visit(node.window.start);
    if (node.kind === 'operation' && node.options?.threshold?.kind === 'path') visit(node.options.threshold);
    for (const child of childExpressions(node)) visit(child);
  };
  visit(root);
  return found;
}

const noNames: ReadonlySet<string> = new Set();

/** Returns the names used by a declaration; empty for one that is not an expression. */
function usedBy(declared: DeclaredName): ReadonlySet<string> {
  if (declared.kind === 'define')
    return mentionedNames(
      declared.declaration.body,
      new Set(declared.declaration.parameters.map((parameter) => parameter.text)),
    );
  if (declared.kind === 'const' || declared.kind === 'param')
    return mentionedNames(declared.declaration.value, noNames);
  return noNames;
}

/** Returns names that refer back to themselves, each with its cycle. It does not recurse over definitions. */
export function cyclicNames(names: DeclaredNames): ReadonlyMap<string, readonly string[]> {
  const uses = new Map(
    [...names].map(([name, declared]) => [name, [...usedBy(declared)].filter((each) => names.has(each))]),
  );
  const circles = new Map<string, readonly string[]>();
  const done = new Set<string>();
  for (const start of names.keys()) {
    const path: { readonly name: string; next: number }[] = done.has(start) ? [] : [{ name: start, next: 0 }];
    const places = new Map([[start, 0]]);
    while (path.length > 0) {
      const top = path[path.length - 1] as { readonly name: string; next: number };
      const child = uses.get(top.name)?.[top.next++];
      if (child === undefined) {
        done.add(top.name);
        places.delete(top.name);
        path.pop();
        continue;
      }
      const at = places.get(child);
      if (at !== undefined) {
        // All names of a cycle share one array, since a cycle may contain every declared name.
        const chain = [...path.slice(at).map((each) => each.name), child];
        for (const name of chain) if (!circles.has(name)) circles.set(name, chain);
      } else if (!done.has(child)) {
        places.set(child, path.length);
        path.push({ name: child, next: 0 });
      }
    }
  }
  return circles;
}

/** Maximum number of names of a cycle that are shown; more would not help. */
const maxShownNames = 12;

/** Reports E0207 at the first name of each cycle, with the others as related locations. */
export function reportCycles(
  circles: ReadonlyMap<string, readonly string[]>,
  names: DeclaredNames,
  findingsOf: (declared: DeclaredName) => DiagnosticBag,
): void {
  const reported = new Set<string>();
  for (const [name, chain] of circles) {
    const declared = names.get(name);
    if (!declared || reported.has(name)) continue;
    for (const each of chain) reported.add(each);
    const related = chain.slice(1, Math.min(maxShownNames, chain.length) - 1).flatMap((each) => {
      const range = names.get(each)?.declaration.range;
      return range ? [{ range, message: `which uses \`${each}\`` }] : [];
    });
    const at =
      declared.kind === 'matrix' || declared.kind === 'rule' ? declared.declaration.key : declared.declaration.name;
    const shown = chain.length > maxShownNames ? [...chain.slice(0, maxShownNames - 2), '…', chain.at(-1)] : chain;
    findingsOf(declared).add(e0207, at, {
      message:
        chain.length === 2 ? `\`${name}\` refers to itself` : `\`${name}\` refers to itself: ${shown.join(' → ')}`,
      ...(related.length > 0 ? { related } : {}),
    });
  }
}
