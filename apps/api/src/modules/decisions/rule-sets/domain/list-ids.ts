import {
  type ListBinding,
  type ListDeclaration,
  listDeclaration,
  type ListReference,
  listReference,
  type RuleFile,
  textLiteral,
} from '@tamis/lang';

/** Returns the file with each list referred to by its id, since the same name may refer to another list in other rules of the set. */
export function withListIds(file: RuleFile, lists: Readonly<Record<string, ListBinding>>): RuleFile {
  const idOf = (reference: string): string => (Object.hasOwn(lists, reference) ? lists[reference]!.id : reference);
  const rewritten = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(rewritten);
    if (!isPart(part)) return part;
    if (part.kind === 'listReference') return listReference(idOf(part.name));
    if (part.kind === 'listDeclaration')
      return listDeclaration(part.name, textLiteral(idOf(part.reference.value)), part.type);
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, rewritten(value)]));
  };
  return rewritten(file) as RuleFile;
}

type Part = ListReference | ListDeclaration | { readonly kind?: undefined };

/** Literal values such as exact numbers have their own classes, and are not syntax nodes. */
const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
