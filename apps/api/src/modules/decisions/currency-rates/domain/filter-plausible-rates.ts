import type { PublishedRate } from './rate-source.js';

const dayMs = 86_400_000;
/** By which no currency moves within some days unless something is wrong. */
const maxChangeFactor = 2;
/** A rate that is older says nothing of another: what really moved so far is believed after as many days. */
const maxComparisonDays = 7;

export interface ImplausibleRate extends PublishedRate {
  readonly previous: PublishedRate;
}

/**
 * Those rates that are not known and can be, each beside the newest of its currency before it. A day that is known keeps its rates:
 * nobody should find another answer to what was decided by them. Days after `today` are believed of nobody.
 */
export function filterPlausibleRates(
  published: readonly PublishedRate[],
  known: readonly PublishedRate[],
  today: string,
): { readonly believed: readonly PublishedRate[]; readonly disbelieved: readonly ImplausibleRate[] } {
  const [believed, disbelieved]: [PublishedRate[], ImplausibleRate[]] = [[], []];
  const isKnown = new Set(known.map(keyOf));
  const newest = new Map<string, PublishedRate>();
  const all = [...known, ...published.filter((rate) => !isKnown.has(keyOf(rate)) && rate.date <= today)];
  for (const rate of all.sort((a, b) => a.date.localeCompare(b.date))) {
    const before = newest.get(rate.currency);
    if (!isKnown.has(keyOf(rate))) {
      if (before && !isPlausible(rate, before)) {
        disbelieved.push({ ...rate, previous: before });
        continue;
      }
      believed.push(rate);
    }
    newest.set(rate.currency, rate);
  }
  return { believed, disbelieved };
}

const keyOf = ({ date, currency }: PublishedRate): string => `${date} ${currency}`;

function isPlausible(rate: PublishedRate, before: PublishedRate): boolean {
  if (Date.parse(rate.date) - Date.parse(before.date) > maxComparisonDays * dayMs) return true;
  const factor = Number(rate.rate) / Number(before.rate);
  return factor <= maxChangeFactor && factor >= 1 / maxChangeFactor;
}
