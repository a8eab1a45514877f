import {
  isUnknown,
  unknown,
  type Outcome,
  type Signature,
  type Type,
  type Unknown,
  type Value,
  type ListItem,
} from '@tamis/lang';
import { boolType, signature } from '../declare.js';
import { anyListed, listedIn } from './data-list-signatures.js';
import { typeMismatch } from './failures.js';
import { asBoolean } from './probe-text.js';
import { valueLimits } from '../limits.js';
import { boundedText } from '../texts/long-text.js';
import { listKey } from './list-key.js';

/** Returns the words of a text separated by single spaces, with a space on either side; `null` if there are none. */
function wordsOf(text: string): string | null {
  const words = listKey('keyword_list', text)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '');
  return words.length === 0 ? null : ` ${words.join(' ')} `;
}

/** The number of steps for normalizing a character of a keyword. */
const stepsPerCharacter = 100;

const tooMuch = (): Unknown => unknown({ cause: 'too_long', detail: 'a text and the words looked for' });

/** Whether the text contains an item, or one of its search keys, as consecutive whole words. */
function holdsKeyword(text: string, items: readonly ListItem[]): boolean | Unknown {
  const words = wordsOf(text);
  if (words === null) return false;
  const keywords = items.flatMap(({ primaryValue, searchKeys = [] }) => [primaryValue, ...searchKeys]);
  let steps = stepsPerCharacter * keywords.reduce((sum, { length }) => sum + length, 0);
  if (steps > valueLimits.searchSteps) return tooMuch();
  const distinct = new Set(words.trim().split(' '));
  for (const keyword of keywords) {
    const sought = wordsOf(keyword);
    const [first = '', ...others] = sought?.trim().split(' ') ?? [];
    if (sought === null || !distinct.has(first)) continue;
    if (others.length === 0) return true;
    steps += words.length * sought.length;
    if (steps > valueLimits.searchSteps) return tooMuch();
    if (words.includes(sought)) return true;
  }
  return false;
}

/** Returns the signature for a text that contains an item as whole words. */
const textHoldsKeyword = (name: string, wanted: boolean): Signature =>
  signature(name, ['text', 'listref'], {
    result: () => boolType,
    evaluate: ([text, listId], _types, environment): Outcome => {
      if (text === undefined || isUnknown(text)) return text ?? unknown({ cause: 'missing' });
      const items = environment.read({ kind: 'listItems', listId: listId as string });
      if (isUnknown(items)) return items;
      if (!Array.isArray(items)) return unknown({ cause: 'list_unavailable', listId: listId as string });
      const read = boundedText(text as string);
      return isUnknown(read) ? read : asBoolean(holdsKeyword(read as string, items), wanted);
    },
  });

/** Returns the signature for a list with a listed element. */
const hasListedElement = (name: string, wanted: boolean): Signature =>
  signature(name, ['list', 'listref'], {
    result: () => boolType,
    evaluate: ([list, listId], types, environment): Outcome => {
      const element = types[0]?.kind === 'list' ? types[0].element : undefined;
      const found = anyListed(list as readonly (Value | Unknown)[], element, listId as string, listedIn, environment);
      return asBoolean(found, wanted);
    },
  });

/**
 * Returns the signatures of `contains any of list "…"`: a text that contains an item as whole words, or a list with a listed element; an
 * untyped field can be either.
 */
export function keywordSignatures(name: string, wanted: boolean): readonly Signature[] {
  const [text, list] = [textHoldsKeyword(name, wanted), hasListedElement(name, wanted)];
  const either = signature(name, ['any', 'listref'], {
    result: () => boolType,
    evaluate: (operands, [, listType], environment): Outcome => {
      const types: readonly Type[] = [{ kind: 'list', element: { kind: 'any' } }, listType ?? { kind: 'listref' }];
      const [value] = operands;
      if (value !== undefined && isUnknown(value)) return value;
      if (typeof value === 'string') return text.evaluate(operands, types, environment);
      return Array.isArray(value) ? list.evaluate(operands, types, environment) : typeMismatch('text or list');
    },
  });
  return [either, text, list];
}
