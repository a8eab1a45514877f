import { failure, ok, type Result } from '@tamis/stdx';
import { SaxesParser } from 'saxes';

import { limits } from '../../../../platform/limits.js';
import type { PublishedRate } from './rate-source.js';

const isDay = (text: string): boolean => {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};
const isRate = (text: string): boolean =>
  /^\d{1,13}(\.\d{1,13})?$/.test(text) && Number(text) >= limits.smallestRate && Number(text) <= limits.largestRate;

/**
 * Parses the rates in a document of the European Central Bank: a `<Cube time="…">` for each day around elements `<Cube currency="…"
 * rate="…"/>`. Returns all rates, or what is wrong with the document. A document with any error is rejected as a whole.
 */
export function parseEcbRates(document: string): Result<readonly PublishedRate[], string> {
  const rates: PublishedRate[] = [];
  const seen = new Set<string>();
  const parser = new SaxesParser();
  let date: string | null = null;
  parser.on('opentag', ({ name, attributes }) => {
    if (name.replace(/^.*:/, '') !== 'Cube') return;
    const { time, currency, rate } = attributes as Readonly<Record<string, string | undefined>>;
    if (time !== undefined) {
      if (!isDay(time)) throw new Error(`${quotedText(time)} is not a date`);
      date = time;
    }
    if (currency === undefined && rate === undefined) return;
    if (date === null) throw new Error('a rate has no date');
    if (currency === undefined || !/^[A-Z]{3}$/.test(currency))
      throw new Error(`${quotedText(currency)} is not a currency`);
    if (rate === undefined || !isRate(rate)) throw new Error(`${quotedText(rate)} is not a rate`);
    if (seen.has(`${date} ${currency}`)) throw new Error(`${currency} has two rates for ${date}`);
    seen.add(`${date} ${currency}`);
    rates.push({ date, currency, rate });
  });
  try {
    parser.write(document).close();
  } catch (error) {
    return failure((error as Error).message.slice(0, maxProblemCharacters));
  }
  // Every document contains a rate for US dollars. One without it has some other content.
  const without = [...new Set(rates.map((each) => each.date))].find((day) => !seen.has(`${day} USD`));
  if (rates.length === 0) return failure('it contains no rates');
  return without === undefined ? ok(rates) : failure(`it has no rate for USD on ${without}`);
}

const maxProblemCharacters = 200;
const quotedText = (text: string | undefined): string => (text === undefined ? 'nothing' : `\`${text.slice(0, 30)}\``);
