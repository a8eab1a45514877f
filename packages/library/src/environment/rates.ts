import { unknown, type Outcome, type RateQuote, type RateTable } from '@tamis/lang';
import { asDecimal, dateText, Decimal34, money, numericFromParts, toNumeric, type Money } from '@tamis/stdx';

const dayMs = 86_400_000;

export const noRates: RateTable = { referenceCurrency: 'USD', maxAgeDays: 4, quotes: [] };

/** Fraction digits of a converted amount. */
const fractionDigits = 12;

type Decimal = ReturnType<typeof asDecimal>;

/** Precise enough for an amount multiplied by rates of up to 60 digits, so that products are exact. */
const Exact = Decimal34.clone({ precision: 400 });

/**
 * Returns a quotient that is rounded once: half-even, to 12 fraction digits, or fewer if the integer part does not leave enough of the 34
 * digits.
 */
function roundedQuotient(dividend: Decimal, divisor: Decimal): Decimal {
  const wholeDigits = Math.max(0, dividend.div(divisor).trunc().sd(true));
  const places = Math.min(fractionDigits, Math.max(0, 34 - wholeDigits));
  const scaled = dividend.abs().times(new Exact(10).pow(places));
  const whole = scaled.divToInt(divisor);
  const twiceRest = scaled.minus(whole.times(divisor)).times(2);
  const up = twiceRest.gt(divisor) || (twiceRest.eq(divisor) && !whole.mod(2).isZero());
  const rounded = (up ? whole.plus(1) : whole).div(new Exact(10).pow(places));
  return dividend.isNegative() ? rounded.neg() : rounded;
}

/** Conversion from one currency to another: the amount is multiplied by `multiply` and divided by `divide`. */
interface Factor {
  readonly multiply: string | null;
  readonly divide: string | null;
  /** Source of the factor, or `null` if the currencies are the same. */
  readonly quote: RateQuote | null;
}

const identity: Factor = { multiply: null, divide: null, quote: null };

/** Resolves the conversion of a pair at a time. `null` if no rate is valid. */
type ConversionResolver = (at: number) => ConversionSteps | null;
type ConversionSteps = readonly [Factor, Factor];
type FactorResolver = (at: number) => Factor | null;

/** Returns the last of the quotes, which are ordered by time, that is valid at `at`. */
function newestBy(quotes: readonly RateQuote[], at: number): RateQuote | undefined {
  let low = 0;
  let high = quotes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((quotes[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return quotes[low - 1];
}

/**
 * Finds the newest usable quote of a pair in either direction. Of equally new quotes, the one that multiplies is used. `null` if the pair
 * has none at all.
 */
function pairFinder(
  quotes: readonly RateQuote[],
  maxAgeDays: number,
): (from: string, to: string) => FactorResolver | null {
  const byPair = new Map<string, RateQuote[]>();
  for (const quote of [...quotes].sort((a, b) => a.at - b.at)) {
    const pair = `${quote.base}/${quote.quote}`;
    const known = byPair.get(pair);
    if (known) known.push(quote);
    else byPair.set(pair, [quote]);
  }
  const newest = (of: readonly RateQuote[], at: number): RateQuote | undefined => {
    const found = newestBy(of, at);
    return found && found.at >= at - maxAgeDays * dayMs ? found : undefined;
  };
  return (from, to) => {
    const [along = [], against = []] = [byPair.get(`${from}/${to}`), byPair.get(`${to}/${from}`)];
    if (along.length === 0 && against.length === 0) return null;
    return (at) => {
      const direct = newest(along, at);
      const inverse = newest(against, at);
      if (direct && (!inverse || direct.at >= inverse.at))
        return { multiply: direct.rate, divide: null, quote: direct };
      return inverse ? { multiply: null, divide: inverse.rate, quote: inverse } : null;
    };
  };
}

function firstOf<T>(all: readonly (((at: number) => T | null) | null)[]): ((at: number) => T | null) | null {
  const some = all.filter((each) => each !== null);
  if (some.length < 2) return some[0] ?? null;
  return (at) => {
    for (const each of some) {
      const found = each(at);
      if (found !== null) return found;
    }
    return null;
  };
}

const directConversion = (holding: FactorResolver | null): ConversionResolver | null =>
  holding && ((at) => singleStep(holding(at)));
const singleStep = (factor: Factor | null): ConversionSteps | null => factor && [factor, identity];

function crossConversion(first: FactorResolver | null, second: FactorResolver | null): ConversionResolver | null {
  if (!first || !second) return null;
  return (at) => {
    const [one, other] = [first(at), second(at)];
    return one && other && [one, other];
  };
}

const none: ConversionResolver = () => null;

/**
 * Finds the conversion between two currencies: a quote of the pair, or otherwise a conversion through the reference currency. Results from
 * the quotes of the table take precedence over the provided quotes, which only fill gaps.
 */
function conversionFinder({
  quotes,
  maxAgeDays,
  referenceCurrency,
  provided,
}: RateTable): (from: string, to: string) => ConversionResolver {
  const own = pairFinder(quotes, maxAgeDays);
  const others = provided && pairFinder(provided.quotes, maxAgeDays);
  const either = (from: string, to: string): FactorResolver | null =>
    firstOf([own(from, to), others?.(from, to) ?? null]);
  const ways = new Map<string, ConversionResolver>();
  return (from, to) => {
    const pair = `${from}/${to}`;
    const known = ways.get(pair);
    if (known) return known;
    const over = (find: typeof own, middle: string): ConversionResolver | null =>
      crossConversion(find(from, middle), find(middle, to));
    const ofOwn = [directConversion(own(from, to)), over(own, referenceCurrency)];
    const ofEither = provided
      ? [directConversion(either(from, to)), over(either, referenceCurrency), over(either, provided.referenceCurrency)]
      : [];
    const made = firstOf([...ofOwn, ...ofEither]) ?? none;
    ways.set(pair, made);
    return made;
  };
}

const product = (amount: Decimal, factors: readonly (string | null)[]): Decimal =>
  factors.reduce<Decimal>((result, factor) => (factor === null ? result : result.times(factor)), new Exact(amount));

/** By table, because a replay passes the rates of a year to every evaluation. */
const finderCache = new WeakMap<RateTable, ReturnType<typeof conversionFinder>>();

function conversionSteps(table: RateTable, from: string, to: string, at: number): ConversionSteps | null {
  let find = finderCache.get(table);
  if (!find) finderCache.set(table, (find = conversionFinder(table)));
  return find(from, to)(at);
}

/** Returns the quotes that `rateConverter` uses, or `null` if there is no rate. */
export function appliedQuotes(table: RateTable, from: string, to: string, at: number): readonly RateQuote[] | null {
  if (from === to) return [];
  const steps = conversionSteps(table, from, to, at);
  return steps && steps.flatMap(({ quote }) => quote ?? []);
}

const unitsInOne = 1_000_000_000_000n;

/** A decimal text as an integer and its number of fraction digits. */
interface Scaled {
  readonly digits: bigint;
  /** The same value as a number, which may not be exact. */
  readonly number: number;
  readonly places: number;
}

const one: Scaled = { digits: 1n, number: 1, places: 0 };
const scaledTexts = new Map<string, Scaled>();
/** A replay uses the rates of several years. */
const maxScaledTexts = 10_000;

function scaled(text: string): Scaled {
  const point = text.indexOf('.');
  const digits = BigInt(point < 0 ? text : text.slice(0, point) + text.slice(point + 1));
  return { digits, number: Number(digits), places: point < 0 ? 0 : text.length - point - 1 };
}

function scaledRate(text: string | null): Scaled {
  if (text === null) return one;
  const known = scaledTexts.get(text);
  if (known) return known;
  if (scaledTexts.size >= maxScaledTexts) scaledTexts.clear();
  const made = scaled(text);
  scaledTexts.set(text, made);
  return made;
}

/** The largest divisor for which the remainder of a division, multiplied by a million, is exact. */
const maxDivisor = 9e9;
const maxCents = 1e13;
const million = 1e6;

/** Does the same with plain numbers if all of them are exact, as for amounts in cents at usual rates. `null` if that is not certain. */
function convertAsNumbers(
  amount: number,
  multiply: readonly Scaled[],
  divide: readonly Scaled[],
): Money['amount'] | null {
  let dividend = Math.round(amount * 100);
  if (dividend / 100 !== amount || dividend < 0 || dividend >= maxCents) return null;
  let divisor = 1;
  let places = 2;
  for (const rate of multiply) {
    dividend *= rate.number;
    places += rate.places;
  }
  for (const rate of divide) {
    divisor *= rate.number;
    places -= rate.places;
  }
  if (places > 0) divisor *= 10 ** places;
  else dividend *= 10 ** -places;
  // Written this way to reject NaN as well.
  if (!(divisor > 0 && divisor <= maxDivisor && dividend <= Number.MAX_SAFE_INTEGER)) return null;
  const whole = Math.floor(dividend / divisor);
  const rest = (dividend - whole * divisor) * million;
  const high = Math.floor(rest / divisor);
  const finer = (rest - high * divisor) * million;
  const low = Math.floor(finer / divisor);
  const twiceRest = 2 * (finer - low * divisor);
  const isUp = twiceRest > divisor || (twiceRest === divisor && low % 2 === 1);
  return numericFromParts(whole, high * million + low + (isUp ? 1 : 0));
}

const plainRate = /^\d+(\.\d+)?$/;
const isPlain = ({ multiply, divide }: Factor): boolean =>
  (multiply === null || plainRate.test(multiply)) && (divide === null || plainRate.test(divide));

/** Does the same with integers for plain numbers that are not too large. `null` if it needs the general method. */
function convertAsIntegers(amount: Money['amount'], [first, second]: ConversionSteps): Money['amount'] | null {
  if (typeof amount !== 'number' || !isPlain(first) || !isPlain(second)) return null;
  const multiply = [scaledRate(first.multiply), scaledRate(second.multiply)] as const;
  const divide = [scaledRate(first.divide), scaledRate(second.divide)] as const;
  const inNumbers = convertAsNumbers(amount, multiply, divide);
  if (inNumbers !== null) return inNumbers;
  const text = String(amount);
  if (text.includes('e')) return null;
  const value = scaled(text.startsWith('-') ? text.slice(1) : text);
  const dividend = value.digits * multiply[0].digits * multiply[1].digits;
  const divisor = divide[0].digits * divide[1].digits;
  const down = value.places + multiply[0].places + multiply[1].places;
  const up = fractionDigits + divide[0].places + divide[1].places;
  if (divisor === 0n) return null;
  const quotient = roundedHalfEven(dividend * 10n ** BigInt(up), divisor * 10n ** BigInt(down));
  const whole = Number(quotient / unitsInOne);
  if (!Number.isSafeInteger(whole)) return null;
  const fraction = Number(quotient % unitsInOne);
  return amount < 0 ? numericFromParts(-whole, -fraction) : numericFromParts(whole, fraction);
}

/** For two non-negative numbers. */
function roundedHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const twiceRest = 2n * (dividend - quotient * divisor);
  return twiceRest > divisor || (twiceRest === divisor && quotient % 2n === 1n) ? quotient + 1n : quotient;
}

type Convert = (amount: Money, currency: string, at: number) => Outcome<Money>;

/** Keeps the last result, because many rules compare the same amount with limits in the same currency. */
function memoiseLast(convert: Convert): Convert {
  let [lastAmount, lastFrom, lastTo, lastAt]: [Money['amount'], string, string, number] = [0, '', '', Number.NaN];
  let last: Outcome<Money> | null = null;
  return (amount, currency, at) => {
    const { amount: number, currency: from } = amount;
    if (last !== null && number === lastAmount && from === lastFrom && currency === lastTo && at === lastAt)
      return last;
    [lastAmount, lastFrom, lastTo, lastAt] = [number, from, currency, at];
    return (last = convert(amount, currency, at));
  };
}

/**
 * Returns a converter at reference rates. Conversions are exact except for one rounding (language manual 3.3): against the direction of a
 * quote it divides rather than multiplying by a rounded inverse. The table must not change.
 */
export function rateConverter(table: RateTable): Convert {
  const convert = memoiseLast((amount, currency, at) => {
    const steps = conversionSteps(table, amount.currency, currency, at);
    if (!steps) return unknown({ cause: 'no_rate', detail: `${amount.currency}/${currency} on ${dateText(at)}` });
    const quickly = convertAsIntegers(amount.amount, steps);
    if (quickly !== null) return money(quickly, currency);
    const [first, second] = steps;
    const dividend = product(asDecimal(amount.amount), [first.multiply, second.multiply]);
    const divisor = product(new Exact(1), [first.divide, second.divide]);
    const converted = new Decimal34(roundedQuotient(dividend, divisor));
    return converted.e > Decimal34.maxE
      ? unknown({ cause: 'overflow' })
      : money(toNumeric(converted.isZero() ? new Decimal34(0) : converted), currency);
  });
  return (amount, currency, at) => (amount.currency === currency ? amount : convert(amount, currency, at));
}
