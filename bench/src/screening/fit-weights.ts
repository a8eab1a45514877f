import { writeFileSync } from 'node:fs';
import { explainNames } from '@tamis/screening';
import { weights } from '@tamis/screening/weights';
import { seededRandom } from '@tamis/stdx';
import {
  bestThreshold,
  type NameMeasure,
  type NamePair,
  pairFigures,
  type PairFigures,
  peerFigures,
  peerMeasures,
  publicListNames,
  publicPairs,
  ratePairs,
  treatedPairs,
  wrongPairs,
} from '@tamis/testkit/names';
import { generateEntries } from '@tamis/testkit/watchlists';

export interface FitOptions {
  /** Number of names in each half. */
  readonly names: number;
  readonly seed: number;
  readonly json: string | null;
}

/** Constraint for choosing a threshold: the maximum share of names with false hits, regardless of the recall. */
const mostFalseHits = 0.001;
const othersEach = 24;
const factors = [0.9, 0.95, 1.05, 1.1];
/** Maximum number of misjudged pairs that are shown. */
const mostShown = 60;

/** Weights of the score of a name that can be changed while the process is running. */
const fitted = [
  'sameSkeleton',
  'farSkeleton',
  'sameSound',
  'sameConsonants',
  'acronym',
  'conflict',
  'otherLegalForm',
  'several',
  'one',
] as const;
type FittedName = (typeof fitted)[number];

const changeable = weights as unknown as Record<string, number> & { readonly extra: Record<string, number> };
const tableOf = (name: FittedName): Record<string, number> =>
  name === 'several' || name === 'one' ? changeable.extra : changeable;

const ours: NameMeasure = (one, other) => explainNames(one, other, true).nameScore / 10_000;

/** Returns names of people and companies as lists contain them, without the excluded ones. */
function namesOf(count: number, seed: number, without: ReadonlySet<string>): readonly string[] {
  const names = new Set<string>();
  for (const { schema, names: own } of generateEntries(seed, Infinity)) {
    const { text } = own[0]!;
    if (schema !== 'vessel' && !without.has(text)) names.add(text);
    if (names.size === count) return [...names];
  }
  return [...names];
}

/** Returns the threshold with the highest recall that keeps false hits below the limit, in hundredths. */
function thresholdUnder(pairs: readonly NamePair[], measure: NameMeasure): number {
  const rated = ratePairs(pairs, measure);
  for (let from = 50; from < 100; from += 1)
    if (pairFigures(rated, from / 100).falseHits <= mostFalseHits) return from / 100;
  return 1;
}

/** Returns how good the weights are: the recall on the same names under the limit of false hits. */
const recallUnder = (pairs: readonly NamePair[]): number =>
  pairFigures(ratePairs(pairs, ours), thresholdUnder(pairs, ours)).recall;

/** Optimizes one weight after the other while there is an improvement. Restores the original weights. */
function fitWeights(pairs: readonly NamePair[]): Readonly<Record<FittedName, number>> {
  let best = recallUnder(pairs);
  for (const name of fitted) {
    const table = tableOf(name);
    const before = table[name]!;
    let chosen = before;
    for (const factor of factors) {
      table[name] = Math.round(before * factor);
      const recall = recallUnder(pairs);
      if (recall > best) [best, chosen] = [recall, table[name]];
    }
    table[name] = chosen;
    console.log(`${name}: ${before}${chosen === before ? ', nothing near is better' : ` -> ${chosen}`}`);
  }
  const found = presentWeights();
  setWeights(shippedWeights);
  return found;
}

const presentWeights = (): Record<FittedName, number> =>
  Object.fromEntries(fitted.map((name) => [name, tableOf(name)[name]!])) as Record<FittedName, number>;
const shippedWeights = presentWeights();

function setWeights(values: Readonly<Record<FittedName, number>>): void {
  for (const name of fitted) tableOf(name)[name] = values[name];
}

interface Judged extends PairFigures {
  /** Name of the set of pairs, and of the measure. */
  readonly pairs: string;
  readonly name: string;
  readonly threshold: number;
}

const shippedThreshold = 0.82;

/** Fits on invented names of one seed and evaluates on those of another seed and on public names, which were not used for fitting. */
export function benchFit({ names, seed, json }: FitOptions): void {
  const chosenNames = namesOf(names, seed, new Set());
  const random = seededRandom(seed);
  const chosen = treatedPairs(chosenNames, othersEach, random);
  const heldOut = {
    invented: treatedPairs(namesOf(names, seed + 1, new Set(chosenNames)), othersEach, random),
    'list of the UN': treatedPairs(publicListNames('held-out'), othersEach, random),
    'list of the UN, looked at': treatedPairs(publicListNames('seen'), othersEach, random),
    "a peer's pairs": publicPairs(),
  };
  const table: Judged[] = [];
  const judge = (name: string, measure: NameMeasure, threshold: number): void => {
    for (const [pairs, of] of Object.entries(heldOut))
      table.push({ pairs, name, threshold, ...pairFigures(ratePairs(of, measure), threshold) });
  };
  judge('shipped', ours, shippedThreshold);
  judge('shipped, own threshold', ours, thresholdUnder(chosen, ours));
  for (const [name, measure] of Object.entries(peerMeasures)) {
    judge(`${name}, best F1`, measure, bestThreshold(ratePairs(chosen, measure)));
    judge(`${name}, few false hits`, measure, thresholdUnder(chosen, measure));
  }
  table.push({ pairs: "a peer's pairs", name: 'logic-v2', ...peerFigures(heldOut["a peer's pairs"]) });
  const found = fitWeights(chosen);
  setWeights(found);
  const fittedThreshold = thresholdUnder(chosen, ours);
  judge('fitted here', ours, fittedThreshold);
  setWeights(shippedWeights);
  report(table);
  for (const [pairs, of] of Object.entries(heldOut)) reportWrong(pairs, wrongPairs(of, ours, shippedThreshold));
  if (json !== null) writeFileSync(json, `${JSON.stringify({ names, seed, table, fitted: found }, null, 2)}\n`);
}

function report(table: readonly Judged[]): void {
  for (const judged of new Set(table.map(({ pairs }) => pairs))) {
    console.log(`${judged}:`);
    for (const { name, threshold, recall, falseHits, f1 } of table.filter(({ pairs }) => pairs === judged))
      console.log(
        `  ${name.padEnd(28)} ${threshold.toFixed(2)}  recall ${percent(recall)}  false hits ${percent(falseHits)}  F1 ${f1.toFixed(4)}`,
      );
  }
}

function reportWrong(pairs: string, wrong: ReturnType<typeof wrongPairs>): void {
  console.log(`${pairs}: ${wrong.length} are taken for what they are not`);
  for (const { one, other, same, score } of wrong.slice(0, mostShown))
    console.log(`  ${same ? 'lost ' : 'false'} ${score.toFixed(4)}  ${one} | ${other}`);
}

const percent = (share: number): string => `${(100 * share).toFixed(3)} %`;
