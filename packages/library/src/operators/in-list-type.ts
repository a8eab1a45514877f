import { declareOperator } from '../declare.js';
import { dataListSignatures, listedInType } from '../semantics/data-list-signatures.js';

export const inListType = declareOperator({
  name: 'in_list_type',
  form: 'x in lists of type "…"',
  signatures: dataListSignatures('in_list_type', true, listedInType),
  missing: { says: 'unknown when an operand is, and when no active list has the type' },
  cost: 'c2',
  documentation: 'The value stands on any active list of a type.',
  examples: [
    {
      text: 'origin.taxId in lists of type "person_blocklist"',
      result: 'true',
      given: { 'origin.taxId': ' AB-1 ' },
      data: { lists: { blocked: { type: 'person_blocklist', items: [{ id: 'i-1', primaryValue: 'ab1' }] } } },
    },
    {
      text: 'origin.taxId in lists of type "person_blocklist"',
      result: 'false',
      given: { 'origin.taxId': 'AB-2' },
      data: { lists: { blocked: { type: 'person_blocklist', items: [{ id: 'i-1', primaryValue: 'ab1' }] } } },
    },
    {
      text: 'origin.taxId in lists of type "person_blocklist"',
      result: 'unknown (list_unavailable)',
      given: { 'origin.taxId': 'AB-2' },
    },
  ],
});
