import type { Facts, TraceRate, TraceRead } from '@tamis/engine';
import { type DataRead, type ListBinding, type ListItem, type RateQuote, readRules } from '@tamis/lang';
import { appliedQuotes } from '@tamis/library';
import { parseNumeric } from '@tamis/stdx';

import { jsonText } from './fixture-text.js';
import { notExpressibleError } from './subject-fixture.js';

export interface ReadLists {
  /** Text of the rule. */
  readonly source: string;
  /** Lists by the reference used in the text. */
  readonly lists: Readonly<Record<string, ListBinding>>;
  readonly facts: Facts;
}

const isItem = (value: unknown): value is ListItem => typeof value === 'object' && value !== null;

/** Returns the list items implied by the result of a read; `null` if they cannot be derived from it. */
function itemsIn(read: DataRead, value: unknown): readonly string[] | null {
  if (value === false || value === null || value === 0) return [];
  switch (read.kind) {
    case 'listed':
      return [jsonText(read.value)];
    case 'listItem':
      return isItem(value) ? [itemText(value)] : null;
    case 'listItems':
      return Array.isArray(value) && value.every(isItem) ? value.map(itemText) : null;
    default:
      return null;
  }
}

/** Omits the id, because items in a test have their own. */
const itemText = ({ id: _own, ...item }: ListItem): string => jsonText(item);

/** Returns `given list … has …` for the results of the lists that a rule reads. Throws 422 `TEST_NOT_EXPRESSIBLE`. */
export function listFixtures({ source, lists, facts }: ReadLists): readonly string[] {
  const aliases = new Map(
    readRules(source).file.lists.map(({ name, reference }) => [lists[reference.value]?.id, name.text]),
  );
  const steps = new Set<string>();
  for (const [asked, answer] of Object.entries(facts.reads ?? {})) {
    if (!('value' in answer)) continue;
    const read = JSON.parse(asked) as DataRead;
    if (read.kind === 'screenedName') continue;
    const items = itemsIn(read, answer.value);
    if (items?.length === 0) continue;
    const alias = 'listId' in read ? aliases.get(read.listId) : undefined;
    // Skips lists that only other rules of the evaluation read.
    if ('listId' in read && alias === undefined && !isOwn(read.listId, source, lists)) continue;
    if (items === null || alias === undefined)
      throw notExpressibleError(`the response to a \`${read.kind}\` of its lists`);
    for (const item of items) steps.add(`given list ${alias} has ${item.startsWith('{') ? item : `[${item}]`}`);
  }
  return [...steps];
}

const isOwn = (listId: string, source: string, lists: ReadLists['lists']): boolean =>
  Object.entries(lists).some(([reference, { id }]) => id === listId && source.includes(reference));

/** Returns `given screenName …` for names that a rule screened. Unknown results are omitted, which makes them unknown in the test too. */
export function nameFixtures(used: readonly TraceRead[]): readonly string[] {
  const steps = new Set<string>();
  for (const { read, answer } of used) {
    const { kind, name } = read as DataRead & { readonly name?: string };
    if (kind === 'screenedName' && answer !== undefined)
      steps.add(`given screenName { ${jsonText(name)}: ${jsonText(answer)} }`);
  }
  return [...steps];
}

/**
 * Returns `given rate …` for the pairs that a rule converted, each with the newest quote that was used. Throws 422 `TEST_NOT_EXPRESSIBLE`
 * if a pair had a rate at one time but not at another.
 */
export function rateFixtures({ rates }: Facts, converted: readonly TraceRate[]): readonly string[] {
  if (!rates) return [];
  const without = converted.filter(({ rate }) => rate === undefined).map(({ pair }) => pair);
  const newest = new Map<string, RateQuote>();
  for (const { pair, rate, at: text } of converted) {
    if (rate === undefined) continue;
    if (without.includes(pair)) throw notExpressibleError(`${pair} had a rate at one time but not at another`);
    const [from = '', to = ''] = pair.split('/');
    for (const quote of appliedQuotes(rates, from, to, Date.parse(text)) ?? []) {
      const key = [quote.base, quote.quote].sort().join('/');
      if ((newest.get(key)?.at ?? -Infinity) <= quote.at) newest.set(key, quote);
    }
  }
  return [...newest.values()]
    .filter(({ rate }) => parseNumeric(rate) !== null)
    .map(({ base, quote, rate }) => `given rate 1 ${base} = ${rate} ${quote}`);
}
