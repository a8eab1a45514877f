import { type Outcome, type Signature, type Type, type TypeKind, type Unknown, type Value } from '@tamis/lang';
import { boolType, signature } from '../declare.js';
import { asOutcome } from './compare.js';
import { foldText } from '../texts/fold-text.js';
import { elementTest, type Elements } from './list-membership.js';

/** The kinds that can be elements (language manual 3.1). */
export const elementKinds: readonly TypeKind[] = [
  'bool',
  'number',
  'money',
  'text',
  'enum',
  'country',
  'currency',
  'date',
  'datetime',
  'ip',
  'entity',
];

const hashable: ReadonlySet<TypeKind> = new Set([
  'text',
  'enum',
  'country',
  'currency',
  'ip',
  'entity',
  'date',
  'number',
]);

/** Converts a constant list to a set. Decimals that are not plain numbers cannot be hashed; lists with them are evaluated normally. */
function specializeConstant(
  types: readonly Type[],
  list: Value | undefined,
  wanted: boolean,
): ((a: Value) => Outcome) | null {
  const [type] = types;
  if (!type || !hashable.has(type.kind) || !Array.isArray(list)) return null;
  const elements = list as Elements;
  const scalar = (value: Value | Unknown): boolean => typeof value === (type.kind === 'number' ? 'number' : 'string');
  if (!elements.every(scalar)) return null;
  if (type.kind === 'text' && type.collation === 'ci') {
    const folded = new Set(elements.map((element) => foldText(element as string)));
    return (a) => folded.has(foldText(a as string)) === wanted;
  }
  const set = new Set<unknown>(elements);
  return (a) => set.has(a) === wanted;
}

/** Returns the signatures of `in` and `not in` a list of values. */
export function membershipSignatures(name: string, wanted: boolean): readonly Signature[] {
  return [
    signature(name, ['T', 'list<T>'], {
      variable: elementKinds,
      result: () => boolType,
      evaluate: ([value, list], types, environment) => {
        const element = types[1]?.kind === 'list' ? types[1].element : types[0];
        return asOutcome(
          elementTest(list as Elements, elementType(types[0], element), environment)(value as Value),
          wanted,
        );
      },
      specialize: (types, constants) => specializeConstant(types, constants[1], wanted),
    }),
  ];
}

/** Texts are compared with the collation of the value; all others are compared at the type of the value. */
const elementType = (value: Type | undefined, element: Type | undefined): Type => value ?? element ?? { kind: 'any' };
