import {
  isUnknown,
  mergeUnknown,
  unknown,
  type ConstantOperand,
  type Environment,
  type ListItem,
  type Outcome,
  type Signature,
  type TypeKind,
  type TypePattern,
  type Unknown,
  type Value,
} from '@tamis/lang';
import { asDecimal, type Numeric } from '@tamis/stdx';
import { boolType, signature } from '../declare.js';
import { valueLimits } from '../limits.js';
import {
  fuzzyDefaults,
  isSimilarityAlgorithm,
  similarityAlgorithms,
  similarityTo,
  type SimilarityAlgorithm,
} from '../similarity/similarity-algorithms.js';
import { similarityCeiling } from '../similarity/similarity-ceiling.js';
import { longName } from '../texts/long-text.js';
import { typeMismatch } from './failures.js';
import { tooMany } from './list-membership.js';

const asNumber = (value: Value): number => asDecimal(value as Numeric).toNumber();

/** The third and fourth operand of the fuzzy operators: `at 88% using token_set`. */
const optionOperands: readonly ConstantOperand[] = [
  {
    operand: 2,
    accepts: (value) => typeof value !== 'boolean' && asNumber(value) > 0 && asNumber(value) <= 1,
    expected: 'a percentage above 0% and up to 100%',
  },
  { operand: 3, accepts: isSimilarityAlgorithm, expected: `one of ${similarityAlgorithms.join(', ')}` },
];

interface Options {
  readonly threshold: number;
  readonly algorithm: SimilarityAlgorithm;
}

const optionsOf = (threshold: Outcome | undefined, algorithm: Outcome | undefined): Options => ({
  threshold: threshold === undefined || isUnknown(threshold) ? fuzzyDefaults.threshold : asNumber(threshold),
  algorithm: isSimilarityAlgorithm(algorithm) ? algorithm : fuzzyDefaults.algorithm,
});

type Evaluate = (a: Value, b: Value, options: Options, environment: Environment) => boolean | Unknown;

/** Returns signatures with none, one or both of the options; omitted options have their defaults. */
function withOptions(name: string, operands: readonly [TypePattern, TypePattern], evaluate: Evaluate, wanted: boolean) {
  const options: readonly TypePattern[] = ['number', 'text'];
  return [0, 1, 2].map((count): Signature =>
    signature(name, [...operands, ...options.slice(0, count)], {
      constants: optionOperands.slice(0, count),
      result: () => boolType,
      evaluate: ([a, b, threshold, algorithm], _types, environment) => {
        const found = evaluate(a as Value, b as Value, optionsOf(threshold, algorithm), environment);
        return isUnknown(found) ? found : found === wanted;
      },
    }),
  );
}

/** Returns the signatures of `is similar to` another text. The second text is prepared once if it is constant. */
export const fuzzySignatures = (name: string, wanted: boolean): readonly Signature[] =>
  withOptions(
    name,
    ['text', 'text'],
    (a, b, { threshold, algorithm }) =>
      longName(a, b) ?? similarityTo(b as string, algorithm)(a as string) >= threshold,
    wanted,
  ).map((plain) => ({
    ...plain,
    specialize: (_types, [, b, threshold, algorithm]) => {
      if (typeof b !== 'string' || longName(b)) return null;
      const options = optionsOf(threshold, algorithm);
      const similarity = similarityTo(b, options.algorithm);
      return (a) => longName(a) ?? similarity(a as string) >= options.threshold === wanted;
    },
  }));

/** A name and its similarity, as shown by `match.value` and `match.score`. */
export interface SimilarName {
  readonly value: string;
  readonly score: number;
}

const tooMuch = (): Unknown => unknown({ cause: 'too_many_rows', detail: 'names that long' });

/** The number of steps for normalizing a character and, with a phonetic algorithm, for determining its sound. */
const stepsPerCharacter = (algorithm: SimilarityAlgorithm): number => (algorithm === 'phonetic' ? 1_300 : 100);

/**
 * Returns the most similar of several names that reaches the threshold, and the first one of equals; `null` if none reaches it. Returns
 * unknown if this takes more steps than a search may. Names whose letters alone rule out reaching the threshold are not compared.
 */
function mostSimilar(
  name: string,
  others: readonly string[],
  { threshold, algorithm }: Options,
): SimilarName | null | Unknown {
  const limited = longName(name);
  if (limited) return limited;
  const perCharacter = stepsPerCharacter(algorithm);
  let steps = perCharacter * others.reduce((sum, { length }) => sum + length, 0);
  if (steps > valueLimits.searchSteps) return tooMuch();
  const similarity = similarityTo(name, algorithm);
  const ceiling = similarityCeiling(name, algorithm);
  let best: SimilarName | null = null;
  for (const value of others) {
    if (ceiling(value) < threshold) continue;
    steps += name.length * (perCharacter + value.length);
    if (steps > valueLimits.searchSteps) return tooMuch();
    const score = similarity(value);
    if (score >= threshold && (best === null || score > best.score)) best = { value, score };
  }
  return best;
}

/** Returns the names of the items of a data list, smallest item id first. */
function namesOfList(listId: string, environment: Environment): readonly string[] | Unknown {
  const items = environment.read({ kind: 'listItems', listId });
  if (isUnknown(items)) return items;
  const names = (items as unknown as readonly ListItem[]).flatMap(({ primaryValue, searchKeys = [] }) => [
    primaryValue,
    ...searchKeys,
  ]);
  return names.length > valueLimits.searchedItems ? unknown({ cause: 'too_many_rows', listId }) : names;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * Returns what `match.value` and `match.score` of a search show, given its evaluated operands from the second one: the list (texts, or the
 * id of a data list), the threshold, the algorithm. Returns `null` if nothing is similar, and unknown if the list cannot be read.
 */
export function findSimilarName(
  name: string,
  [list, threshold, algorithm]: readonly Outcome[],
  environment: Environment,
): SimilarName | null | Unknown {
  if (list === undefined || isUnknown(list)) return list ?? null;
  const names = typeof list === 'string' ? namesOfList(list, environment) : (list as readonly unknown[]).filter(isText);
  return isUnknown(names) ? names : mostSimilar(name, names, optionsOf(threshold, algorithm));
}

function amongValues(name: Value, list: Value, options: Options): boolean | Unknown {
  const others = list as readonly (Value | Unknown)[];
  const found = tooMany(others) ?? mostSimilar(name as string, others.filter(isText), options);
  if (found !== null) return isUnknown(found) ? found : true;
  const doubts = others.flatMap((other) =>
    isUnknown(other) ? [other] : typeof other === 'string' ? [] : [typeMismatch('text') as Unknown],
  );
  return doubts.length > 0 ? mergeUnknown(doubts) : false;
}

function amongItems(name: Value, listId: Value, options: Options, environment: Environment): boolean | Unknown {
  const names = namesOfList(listId as string, environment);
  const found = isUnknown(names) ? names : mostSimilar(name as string, names, options);
  return isUnknown(found) ? found : found !== null;
}

/** The types of elements in a list of names: values that are texts, regardless of their specific type. */
const texts: readonly TypeKind[] = ['text', 'enum', 'country', 'currency', 'entity'];

/** Returns the signatures of `is similar to any in` a list of texts or a data list, whose id is the value of the operand. */
export const fuzzyAnySignatures = (name: string, wanted: boolean): readonly Signature[] => [
  // The signature ids are stored with rules, and must not change.
  ...withOptions(name, ['text', 'list'], amongValues, wanted).map((each) => ({
    ...each,
    operands: ['text', 'list<T>', ...each.operands.slice(2)] as const,
    variable: texts,
  })),
  ...withOptions(name, ['text', 'listref'], amongItems, wanted),
];
