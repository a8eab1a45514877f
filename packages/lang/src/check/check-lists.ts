import type { ListDeclaration } from '../ast/list-declaration.js';
import type { ListReference } from '../ast/list-reference.js';
import type { SyntaxNode } from '../ast/syntax-node.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { e0501 } from '../diagnostics/codes/e0501.js';
import { e0502 } from '../diagnostics/codes/e0502.js';
import { e0504 } from '../diagnostics/codes/e0504.js';
import { e0506 } from '../diagnostics/codes/e0506.js';
import { didYouMean } from '../diagnostics/did-you-mean.js';
import type { DiagnosticBag } from './diagnostic-bag.js';
import type { ListBinding } from './semantic-model.js';

export type FindList = (reference: string) => ListBinding | null;

function bind(
  reference: string,
  type: string | null,
  at: SyntaxNode,
  findList: FindList | undefined,
  findings: DiagnosticBag,
): ListBinding | null {
  // Without a server, the reference is assumed to be valid.
  if (!findList) return { id: reference, name: reference, type: type ?? 'custom' };
  const found = findList(reference);
  if (!found) {
    findings.add(e0501, at, { message: `there is no list \`${reference}\`` });
    return null;
  }
  const status = found.status ?? 'active';
  if (status === 'active') return found;
  findings.add(e0502, at, {
    message: `\`${found.name}\` is ${status}`,
    help: status === 'inactive' ? 'activate the list, or name another one' : 'name another list',
  });
  return null;
}

export const bindReference = (
  node: ListReference,
  findList: FindList | undefined,
  findings: DiagnosticBag,
): ListBinding | null => bind(node.name, null, node, findList, findings);

/** Checks the type of a data list (E0506). */
export function checkListType(
  type: string,
  at: SyntaxNode,
  { catalogue, findings }: { readonly catalogue: Catalogue; readonly findings: DiagnosticBag },
): boolean {
  const known = catalogue.words('listType');
  if (known.includes(type)) return true;
  const [closest] = didYouMean(type, known);
  findings.add(e0506, at, {
    message: `there is no list type \`${type}\``,
    help: closest === undefined ? `list types are ${known.join(', ')}` : `did you mean \`${closest}\`?`,
  });
  return false;
}

/** Returns the list for a declaration, or `null` after reporting a problem. */
export function bindDeclaration(
  { reference, type }: ListDeclaration,
  findList: FindList | undefined,
  catalogue: Catalogue,
  findings: DiagnosticBag,
): ListBinding | null {
  if (type && !checkListType(type.value, type, { catalogue, findings })) return null;
  const binding = bind(reference.value, type?.value ?? null, reference, findList, findings);
  if (!binding || !type || binding.type === type.value) return binding;
  findings.add(e0504, type, {
    message: `\`${binding.name}\` is of type \`${binding.type}\``,
    help: `write \`of type "${binding.type}"\`, or remove the type`,
    ...findings.replacementFix(type, `"${binding.type}"`),
  });
  return null;
}
