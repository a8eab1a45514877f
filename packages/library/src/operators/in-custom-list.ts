import { declareOperator } from '../declare.js';
import { dataListSignatures, listedIn } from '../semantics/data-list-signatures.js';

export const inCustomList = declareOperator({
  name: 'in_custom_list',
  form: 'x in list "…"',
  signatures: dataListSignatures('in_custom_list', true, listedIn),
  missing: { says: 'unknown when an operand is, and when the list is deleted, inactive or not shared any more' },
  cost: 'c2',
  documentation:
    'The value stands on a data list: it equals an active item or one of its search keys, both normalized as the type of the list says.',
  examples: [
    {
      text: 'origin.taxId in list "blocked"',
      result: 'true',
      given: { 'origin.taxId': ' AB-1 ' },
      data: { lists: { blocked: { type: 'person_blocklist', items: [{ id: 'i-1', primaryValue: 'ab1' }] } } },
    },
    {
      text: 'origin.taxId in list "blocked"',
      result: 'false',
      given: { 'origin.taxId': 'AB-2' },
      data: { lists: { blocked: { type: 'person_blocklist', items: [{ id: 'i-1', primaryValue: 'ab1' }] } } },
    },
    { text: 'origin.taxId in list "blocked"', result: 'unknown (list_unavailable)', given: { 'origin.taxId': 'AB-2' } },
  ],
});
