import { declareOperator } from '../declare.js';
import { keywordSignatures } from '../semantics/keyword-signatures.js';

export const containsNoneFromCustomList = declareOperator({
  name: 'contains_none_from_custom_list',
  form: 'x not contains any of list "…"',
  signatures: keywordSignatures('contains_none_from_custom_list', false),
  missing: { says: 'unknown when an operand is, and when the list is deleted, inactive or not shared any more' },
  cost: 'c2',
  documentation: 'A text holds no item of the data list as whole words; or no element of a list stands on it.',
  examples: [
    {
      text: 'transaction.description not contains any of list "words"',
      result: 'false',
      given: { 'transaction.description': 'Gift card, urgent!' },
      data: { lists: { words: { type: 'keyword_list', items: [{ id: 'i-1', primaryValue: 'GIFT CARD' }] } } },
    },
    {
      text: 'transaction.description not contains any of list "words"',
      result: 'true',
      given: { 'transaction.description': 'Gift cards' },
      data: { lists: { words: { type: 'keyword_list', items: [{ id: 'i-1', primaryValue: 'GIFT CARD' }] } } },
    },
  ],
});
