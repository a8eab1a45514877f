import { declareFunction, numberType, signature } from '../declare.js';
import { factAs } from '../semantics/reference-signature.js';

export const listSize = declareFunction({
  name: 'listSize',
  form: 'listSize(list)',
  signatures: [
    signature('listSize', ['listref'], {
      result: () => numberType,
      evaluate: ([listId], _types, environment) =>
        factAs(environment.read({ kind: 'listSize', listId: listId as string }), numberType, environment),
    }),
  ],
  missing: { says: 'unknown when the list is deleted, inactive or not shared any more' },
  cost: 'c2',
  documentation: 'How many active items a data list has.',
  examples: [
    {
      declares: 'list blocked = "blocked"',
      text: 'listSize(blocked)',
      result: '1',
      data: { lists: { blocked: { type: 'custom', items: [{ id: 'i-1', primaryValue: 'x' }] } } },
    },
    { declares: 'list blocked = "blocked"', text: 'listSize(blocked)', result: 'unknown (list_unavailable)' },
  ],
});
