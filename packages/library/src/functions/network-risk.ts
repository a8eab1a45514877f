import { declareFunction, numberType, signature } from '../declare.js';
import { factAs } from '../semantics/reference-signature.js';

const farthest = 3;

export const findNetworkRisk = declareFunction({
  name: 'networkRisk',
  form: 'networkRisk(E, hops)',
  signatures: [
    signature('networkRisk', ['entity', 'number'], {
      constants: [
        {
          operand: 1,
          accepts: (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= farthest,
          expected: `a whole number from 1 to ${String(farthest)}`,
        },
      ],
      result: () => numberType,
      evaluate: ([entityId, hops], _types, environment) =>
        factAs(
          environment.read({ kind: 'networkRisk', entityId: entityId as string, hops: hops as number }),
          numberType,
          environment,
        ),
    }),
  ],
  cost: 'c4',
  documentation:
    'The worst risk score among the entities within so many relationships. Unknown (`too_many_nodes`) beyond 1,000 entities.',
  examples: [
    {
      text: 'networkRisk(origin, 2)',
      result: '90',
      given: { origin: 'e-1' },
      data: { networks: { 'e-1': [40, 90, 90] } },
    },
    {
      text: 'networkRisk(origin, 3)',
      result: 'unknown (too_many_nodes)',
      given: { origin: 'e-1' },
      data: { networks: { 'e-1': [40, 90, null] } },
    },
  ],
});
