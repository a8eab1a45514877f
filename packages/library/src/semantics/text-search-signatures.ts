import {
  unknown,
  type Environment,
  type Outcome,
  type Signature,
  type Type,
  type Unknown,
  type Value,
} from '@tamis/lang';
import { boolType, signature } from '../declare.js';
import { asOutcome } from './compare.js';
import { typeMismatch } from './failures.js';
import { foldText } from '../texts/fold-text.js';
import { elementTest, type Elements } from './list-membership.js';
import { elementKinds } from './membership-signatures.js';

export type TextTest = (text: string, part: string) => boolean;

/** An empty text would be found everywhere. */
function search(text: string, part: string, type: Type | undefined, test: TextTest): boolean | Unknown {
  if (part === '') return unknown({ cause: 'empty_text' });
  return type?.kind === 'text' && type.collation === 'ci' ? test(foldText(text), foldText(part)) : test(text, part);
}

const isList = (value: Outcome | undefined): value is Elements => Array.isArray(value);

/** Folds a constant part once. */
function specializeSearch(
  type: Type | undefined,
  part: Value | undefined,
  wanted: boolean,
  test: TextTest,
): ((text: Value) => Outcome) | null {
  if (typeof part !== 'string' || part === '') return null;
  if (type?.kind !== 'text' || type.collation !== 'ci') return (text) => test(text as string, part) === wanted;
  const folded = foldText(part);
  return (text) => test(foldText(text as string), folded) === wanted;
}

const textSignature = (name: string, wanted: boolean, test: TextTest): Signature =>
  signature(name, ['text', 'text'], {
    result: () => boolType,
    evaluate: ([text, part], types) => asOutcome(search(text as string, part as string, types[0], test), wanted),
    specialize: (types, constants) => specializeSearch(types[0], constants[1], wanted, test),
  });

/** Returns the signatures of `starts with` and `ends with`, for texts only. */
export const textSearchSignatures = (name: string, wanted: boolean, test: TextTest): readonly Signature[] => [
  textSignature(name, wanted, test),
];

function untypedContains(whole: Value, part: Value, environment: Environment): boolean | Unknown {
  if (isList(whole)) return elementTest(whole, { kind: 'any' }, environment)(part);
  return typeof whole === 'string'
    ? search(whole, part as string, undefined, (text, sought) => text.includes(sought))
    : (typeMismatch('text or list') as Unknown);
}

/** Returns the signatures of `contains`: a text in a text, or an element in a list; an untyped field can be either. */
export const containsSignatures = (name: string, wanted: boolean): readonly Signature[] => [
  textSignature(name, wanted, (text, part) => text.includes(part)),
  signature(name, ['any', 'text'], {
    result: () => boolType,
    evaluate: ([whole, part], _types, environment) =>
      asOutcome(untypedContains(whole as Value, part as Value, environment), wanted),
  }),
  signature(name, ['list<T>', 'T'], {
    variable: elementKinds,
    result: () => boolType,
    evaluate: ([list, value], types, environment) =>
      asOutcome(elementTest(list as Elements, types[1] ?? { kind: 'any' }, environment)(value as Value), wanted),
  }),
];
