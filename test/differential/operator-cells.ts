import type { Declaration, Signature, Type, TypeKind, TypePattern } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

/** An operator with one combination of operand types: the unit of the coverage table. */
export interface OperatorCell {
  /** For example `between money number number`. */
  readonly label: string;
  readonly declaration: Declaration;
  readonly signature: Signature;
  /** The kind for `T`. `any` if the signature has no `T`. */
  readonly variable: TypeKind;
  /** Kinds of the operands. `list` if the pattern is a list. */
  readonly kinds: readonly TypeKind[];
  /** Whether the first operand is a field without a declared type, which is read as the type in the signature. */
  readonly untyped: boolean;
}

/** Possible kinds of a value for a free `T` for which there are expressions. */
const valueKinds: readonly TypeKind[] = [
  'bool',
  'number',
  'money',
  'text',
  'enum',
  'country',
  'currency',
  'date',
  'datetime',
  'duration',
  'distance',
  'ip',
  'geo',
  'entity',
  'object',
  'list',
  'any',
];

const isVariable = (pattern: TypePattern): boolean => pattern === 'T' || pattern === 'list<T>';

const kindsAt = (pattern: TypePattern, variable: TypeKind): readonly TypeKind[] =>
  pattern === 'T' ? [variable] : pattern === 'list<T>' ? ['list'] : typeof pattern === 'string' ? [pattern] : pattern;

function combinations(lists: readonly (readonly TypeKind[])[]): TypeKind[][] {
  return lists.reduce<TypeKind[][]>((made, list) => made.flatMap((each) => list.map((kind) => [...each, kind])), [[]]);
}

const labelOf = (name: string, { operands }: Signature, kinds: readonly TypeKind[], variable: TypeKind): string =>
  [name, ...kinds.map((kind, index) => (operands[index] === 'list<T>' ? `list<${variable}>` : kind))].join(' ');

export const untypedLabel = (name: string): string => `${name} untyped`;

function cellsOf(declaration: Declaration): OperatorCell[] {
  const cells = declaration.signatures.flatMap((signature) => {
    const variables = signature.operands.some(isVariable) ? (signature.variable ?? valueKinds) : (['any'] as const);
    return variables.flatMap((variable) =>
      combinations(signature.operands.map((pattern) => kindsAt(pattern, variable))).map((kinds): OperatorCell => ({
        label: labelOf(declaration.name, signature, kinds, variable),
        declaration,
        signature,
        variable,
        kinds,
        untyped: false,
      })),
    );
  });
  const [first] = cells;
  return first ? [...cells, { ...first, label: untypedLabel(declaration.name), untyped: true }] : cells;
}

/** Combinations that the checker treats as another operator: an address in a list of addresses becomes a range check. */
const readAsOthers: ReadonlySet<string> = new Set(['in ip list<ip>', 'not_in ip list<ip>']);

/** Every operator with every combination of types that its signatures allow, and once with an untyped field. */
export const operatorCells: readonly OperatorCell[] = libraryCatalogue.operators
  .flatMap(cellsOf)
  .filter(({ label }) => !readAsOthers.has(label));

/** Returns the cell that an application in a checked rule belongs to. */
export function cellLabel(name: string, signature: Signature, types: readonly Type[]): string {
  const at = signature.operands.findIndex(isVariable);
  const settled = types[at];
  const element = settled?.kind === 'list' && signature.operands[at] === 'list<T>' ? settled.element : settled;
  const kinds = signature.operands.map((pattern, index) => types[index]?.kind ?? (pattern as TypeKind));
  return labelOf(name, signature, kinds, element?.kind ?? 'any');
}
