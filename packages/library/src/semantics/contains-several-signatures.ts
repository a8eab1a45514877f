import {
  isUnknown,
  mergeUnknown,
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
import { valueLimits } from '../limits.js';
import { elementTest, tooMany, type Elements } from './list-membership.js';
import { elementKinds } from './membership-signatures.js';

type Quantifier = 'any' | 'all';

/** Combines three-valued results with `or` or `and`: a settling result decides, otherwise unknown ones count. */
function combine(answers: Iterable<boolean | Unknown>, quantifier: Quantifier): boolean | Unknown {
  const settling = quantifier === 'any';
  const doubts: Unknown[] = [];
  for (const answer of answers) {
    if (answer === settling) return settling;
    if (isUnknown(answer)) doubts.push(answer);
  }
  return doubts.length > 0 ? mergeUnknown(doubts) : !settling;
}

const isFolded = (type: Type | undefined): boolean => type?.kind === 'text' && type.collation === 'ci';

/** Returns the total number of characters of all searched parts. */
const lengthOf = (parts: Elements): number =>
  parts.reduce<number>((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0);

/** Returns unknown if the text and the parts are so long together that the search would block everything else. */
const tooMuch = (text: string, lengthOfParts: number): Unknown | null =>
  text.length * lengthOfParts <= valueLimits.comparedPairs
    ? null
    : unknown({ cause: 'too_long', detail: 'a text and the parts looked for' });

function* partsFound(text: string, parts: Elements, folded: boolean): Generator<boolean | Unknown> {
  const whole = folded ? foldText(text) : text;
  for (const part of parts) {
    if (isUnknown(part)) yield part;
    // An empty text would be found everywhere.
    else if (part === '') yield unknown({ cause: 'empty_text' });
    else
      yield typeof part === 'string'
        ? whole.includes(folded ? foldText(part) : part)
        : (typeMismatch('text') as Unknown);
  }
}

function elementsFound(
  list: Elements,
  sought: Elements,
  type: Type,
  quantifier: Quantifier,
  environment: Environment,
): boolean | Unknown {
  const limited = tooMany(list) ?? tooMany(sought);
  if (limited) return limited;
  const isElement = elementTest(list, type, environment);
  return combine(
    sought.map((each) => (isUnknown(each) ? each : isElement(each))),
    quantifier,
  );
}

function textHolds(text: string, parts: Elements, quantifier: Quantifier, folded: boolean): boolean | Unknown {
  return tooMany(parts) ?? tooMuch(text, lengthOf(parts)) ?? combine(partsFound(text, parts, folded), quantifier);
}

function untyped(whole: Value, sought: Elements, quantifier: Quantifier, environment: Environment): boolean | Unknown {
  if (Array.isArray(whole)) return elementsFound(whole as Elements, sought, { kind: 'any' }, quantifier, environment);
  return typeof whole === 'string'
    ? textHolds(whole, sought, quantifier, false)
    : (typeMismatch('text or list') as Unknown);
}

/** Folds a constant list of texts once. */
function specializeTexts(
  types: readonly Type[],
  list: Value | undefined,
  quantifier: Quantifier,
  wanted: boolean,
): ((text: Value) => Outcome) | null {
  if (!Array.isArray(list)) return null;
  const parts = list as Elements;
  if (!parts.every((part): part is string => typeof part === 'string' && part !== '')) return null;
  const folded = isFolded(types[0]);
  const sought = folded ? parts.map(foldText) : parts;
  const settling = quantifier === 'any';
  const length = lengthOf(parts);
  return (text) => {
    const limited = tooMuch(text as string, length);
    if (limited) return limited;
    const whole = folded ? foldText(text as string) : (text as string);
    const found = settling ? sought.some((part) => whole.includes(part)) : sought.every((part) => whole.includes(part));
    return found === wanted;
  };
}

const elementOf = (type: Type | undefined): Type => (type?.kind === 'list' ? type.element : { kind: 'any' });

/** Returns the signatures of `contains any of` and `contains all of` a list: parts of a text, or elements of a list. */
export const containsSeveralSignatures = (
  name: string,
  quantifier: Quantifier,
  wanted: boolean,
): readonly Signature[] => [
  signature(name, ['T', 'list<T>'], {
    variable: ['text'],
    result: () => boolType,
    evaluate: ([text, list], types) =>
      asOutcome(textHolds(text as string, list as Elements, quantifier, isFolded(types[0])), wanted),
    specialize: (types, constants) => specializeTexts(types, constants[1], quantifier, wanted),
  }),
  signature(name, ['any', 'list'], {
    result: () => boolType,
    evaluate: ([whole, list], _types, environment) =>
      asOutcome(untyped(whole as Value, list as Elements, quantifier, environment), wanted),
  }),
  signature(name, ['list<T>', 'list<T>'], {
    variable: elementKinds,
    result: () => boolType,
    evaluate: ([list, sought], types, environment) =>
      asOutcome(
        elementsFound(list as Elements, sought as Elements, elementOf(types[0]), quantifier, environment),
        wanted,
      ),
  }),
];
