import { declareOperator } from '../declare.js';
import { keywordSignatures } from '../semantics/keyword-signatures.js';

export const containsAnyFromCustomList = declareOperator({
  name: 'contains_any_from_custom_list',
  form: 'x contains any of list "…"',
  signatures: keywordSignatures('contains_any_from_custom_list', true),
  missing: { says: 'unknown when an operand is, and when the list is deleted, inactive or not shared any more' },
  cost: 'c2',
  documentation:
    'A text holds an item of the data list as whole words, whatever its case; or an element of a list stands on it.',
  examples: [
    {
      text: 'transaction.description contains any of list "words"',
      result: 'true',
      given: { 'transaction.description': 'Gift card, urgent!' },
      data: { lists: { words: { type: 'keyword_list', items: [{ id: 'i-1', primaryValue: 'GIFT CARD' }] } } },
    },
    {
      text: 'transaction.description contains any of list "words"',
      result: 'false',
      given: { 'transaction.description': 'Gift cards' },
      data: { lists: { words: { type: 'keyword_list', items: [{ id: 'i-1', primaryValue: 'GIFT CARD' }] } } },
    },
  ],
});
