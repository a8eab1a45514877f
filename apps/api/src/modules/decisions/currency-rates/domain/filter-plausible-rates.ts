import type { PublishedRate } from './rate-source.js';

const dayMs = 86_400_000;
/** No currency changes by more than this factor within a few days, unless there is an error. */
const maxChangeFactor = 2;
/** An older rate is not used for comparison: after this many days, a real change is accepted. */
const maxComparisonDays = 7;

export interface ImplausibleRate extends PublishedRate {
  readonly previous: PublishedRate;
}

/**
 * Splits the new rates into plausible and implausible ones. Each is compared with the preceding rate of its currency. A rate already known
 * for a day is kept, so that past decisions remain reproducible. Rates for days after `today` are ignored.
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
