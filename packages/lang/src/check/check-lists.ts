import type { ListDeclaration } from '../ast/list-declaration.js';
import type { ListReference } from '../ast/list-reference.js';
import type { SyntaxNode } from '../ast/syntax-node.js';
import { e0204 } from '../diagnostics/codes/e0204.js';
import { e0501 } from '../diagnostics/codes/e0501.js';
import { e0504 } from '../diagnostics/codes/e0504.js';
import { e0909 } from '../diagnostics/codes/e0909.js';
import { limits } from '../limits.js';
import type { ListBinding } from './checked-rule.js';
import type { Findings } from './findings.js';
import type { DeclaredList } from './rule-context.js';

export type FindList = (reference: string) => ListBinding | null;

function bind(
  reference: string,
  type: string | null,
  at: SyntaxNode,
  findList: FindList | undefined,
  findings: Findings,
): ListBinding | null {
  // Without a server the reference is taken at its word.
  if (!findList) return { id: reference, name: reference, type: type ?? 'custom' };
  const found = findList(reference);
  if (!found) findings.add(e0501, at, { message: `there is no list \`${reference}\`` });
  return found;
}

export const bindReference = (
  node: ListReference,
  findList: FindList | undefined,
  findings: Findings,
): ListBinding | null => bind(node.name, null, node, findList, findings);

/** The lists a file declares, by name. */
export function checkLists(
  declarations: readonly ListDeclaration[],
  findList: FindList | undefined,
  findings: Findings,
): ReadonlyMap<string, DeclaredList> {
  const lists = new Map<string, DeclaredList>();
  const extra = declarations[limits.declarationsPerFile];
  if (extra) findings.add(e0909, extra, { message: `a file has at most ${limits.declarationsPerFile} declarations` });
  for (const declaration of declarations.slice(0, limits.declarationsPerFile)) {
    const { name, reference, type } = declaration;
    const earlier = lists.get(name.text);
    if (earlier) {
      const { range } = earlier.declaration;
      findings.add(e0204, name, {
        message: `\`${name.text}\` is declared twice`,
        ...(range ? { related: [{ range, message: 'first declared here' }] } : {}),
      });
      continue;
    }
    let binding = bind(reference.value, type?.value ?? null, reference, findList, findings);
    if (binding && type && binding.type !== type.value) {
      findings.add(e0504, type, {
        message: `\`${binding.name}\` is of type \`${binding.type}\``,
        help: `write \`of type "${binding.type}"\`, or leave the type out`,
      });
      binding = null;
    }
    lists.set(name.text, { declaration, binding, used: false });
  }
  return lists;
}
