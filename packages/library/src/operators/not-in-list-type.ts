import { declareOperator } from '../declare.js';
import { dataListSignatures, listedInType } from '../semantics/data-list-signatures.js';

export const notInListType = declareOperator({
  name: 'not_in_list_type',
  form: 'x not in lists of type "…"',
  signatures: dataListSignatures('not_in_list_type', false, listedInType),
  missing: { says: 'unknown when an operand is, and when no active list has the type' },
  cost: 'c2',
  documentation: 'The value stands on no active list of a type.',
  examples: [
    {
      text: 'origin.taxId not in lists of type "person_blocklist"',
      result: 'false',
      given: { 'origin.taxId': ' AB-1 ' },
      data: { lists: { blocked: { type: 'person_blocklist', items: [{ id: 'i-1', primaryValue: 'ab1' }] } } },
    },
    {
      text: 'origin.taxId not in lists of type "person_blocklist"',
      result: 'true',
      given: { 'origin.taxId': 'AB-2' },
      data: { lists: { blocked: { type: 'person_blocklist', items: [{ id: 'i-1', primaryValue: 'ab1' }] } } },
    },
    {
      text: 'origin.taxId not in lists of type "person_blocklist"',
      result: 'unknown (list_unavailable)',
      given: { 'origin.taxId': 'AB-2' },
    },
  ],
});
