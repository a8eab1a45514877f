import { isDay } from '../../../data/days.js';
import { type PageSearch, readPage } from '../../../data/paging.js';

/** Filter of the currency rates in the URL; days are inclusive. */
export interface RatesSearch extends PageSearch {
  readonly base?: string;
  readonly quote?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Codes of currencies, as the pattern of an input. */
export const codePattern = '[A-Za-z][A-Za-z0-9]{2,3}';
const code = new RegExp(`^${codePattern}$`);

export const isCode = (text: string): boolean => code.test(text);

/** Accepts any input, and returns only known values. */
export function readRatesSearch({ page, ...given }: Readonly<Record<string, unknown>>): RatesSearch {
  const known = { base: isCode, quote: isCode, from: isDay, to: isDay };
  const texts = Object.entries(known).flatMap(([name, isKnown]) => {
    const text = given[name];
    return typeof text === 'string' && isKnown(text) ? [[name, text] as const] : [];
  });
  return { ...Object.fromEntries(texts), ...readPage(page) };
}
