import { declareOperator } from '../declare.js';
import { dataListSignatures, listedIn } from '../semantics/data-list-signatures.js';

export const notInCustomList = declareOperator({
  name: 'not_in_custom_list',
  form: 'x not in list "…"',
  signatures: dataListSignatures('not_in_custom_list', false, listedIn),
  missing: { says: 'unknown when an operand is, and when the list is deleted, inactive or not shared any more' },
  cost: 'c2',
  documentation: 'The value does not stand on a data list. A list that is gone is unknown, never “not listed”.',
  examples: [
    {
      text: 'origin.taxId not in list "blocked"',
      result: 'false',
      given: { 'origin.taxId': ' AB-1 ' },
      data: { lists: { blocked: { type: 'person_blocklist', items: [{ id: 'i-1', primaryValue: 'ab1' }] } } },
    },
    {
      text: 'origin.taxId not in list "blocked"',
      result: 'true',
      given: { 'origin.taxId': 'AB-2' },
      data: { lists: { blocked: { type: 'person_blocklist', items: [{ id: 'i-1', primaryValue: 'ab1' }] } } },
    },
    {
      text: 'origin.taxId not in list "blocked"',
      result: 'unknown (list_unavailable)',
      given: { 'origin.taxId': 'AB-2' },
    },
  ],
});
