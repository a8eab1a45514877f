import { declareFunction, signature } from '../declare.js';
import { screeningMember } from '../semantics/screening-member.js';

export const screening = declareFunction({
  name: 'screening',
  form: 'screening(E).hits',
  signatures: [
    signature('screening', ['entity'], {
      result: () => ({ kind: 'object' }),
      members: screeningMember,
      evaluate: ([entityId], _types, environment) =>
        environment.read({ kind: 'screening', entityId: entityId as string }),
    }),
  ],
  cost: 'c2',
  documentation:
    'All sanctions hits of an entity that stand: `hits`, `topScore`, `lists`. Unknown (`not_screened`) if never screened.',
  examples: [
    {
      text: 'screening(origin).hits > 0',
      result: 'true',
      given: { origin: 'e-1' },
      data: { screenings: { 'e-1': { hits: 2, topScore: 0.97, lists: ['OFAC'] } } },
    },
    {
      text: 'screening(origin).topScore',
      result: 'unknown (not_screened)',
      given: { origin: 'e-1' },
      data: { screenings: {} },
    },
  ],
});
