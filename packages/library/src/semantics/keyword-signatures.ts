import { isUnknown, unknown, type Outcome, type Signature, type Unknown, type Value } from '@tamis/lang';
import { boolType, signature } from '../declare.js';
import { anyListed, listedIn } from './data-list-signatures.js';
import { holdsKeyword } from './keyword-search.js';
import { asBoolean } from './probe-text.js';

/** `contains any of list "…"`: a text that holds an item as whole words, or a list with a listed element. */
export const keywordSignatures = (name: string, wanted: boolean): readonly Signature[] => [
  signature(name, ['text', 'listref'], {
    result: () => boolType,
    evaluate: ([text, listId], _types, environment): Outcome => {
      if (text === undefined || isUnknown(text)) return text ?? unknown({ cause: 'missing' });
      const items = environment.read({ kind: 'listItems', listId: listId as string });
      if (isUnknown(items)) return items;
      if (!Array.isArray(items)) return unknown({ cause: 'list_unavailable', listId: listId as string });
      return holdsKeyword(text as string, items) === wanted;
    },
  }),
  signature(name, ['list', 'listref'], {
    result: () => boolType,
    evaluate: ([list, listId], types, environment): Outcome => {
      const element = types[0]?.kind === 'list' ? types[0].element : undefined;
      const found = anyListed(list as readonly (Value | Unknown)[], element, listId as string, listedIn, environment);
      return asBoolean(found, wanted);
    },
  }),
];
