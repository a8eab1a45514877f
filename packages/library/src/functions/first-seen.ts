import { seenKinds, type SeenKind } from '@tamis/lang';
import { declareFunction, signature } from '../declare.js';
import { firstSeenAt } from '../semantics/first-seen-at.js';

export const findFirstSeen = declareFunction({
  name: 'firstSeen',
  form: 'firstSeen(value, "card")',
  signatures: [
    signature('firstSeen', [['text', 'ip'], 'text'], {
      constants: [
        {
          operand: 1,
          accepts: (value) => (seenKinds as readonly unknown[]).includes(value),
          expected: `one of ${seenKinds.map((kind) => `"${kind}"`).join(', ')}`,
        },
      ],
      result: () => ({ kind: 'datetime' }),
      evaluate: ([value, kind], _types, environment) => firstSeenAt(kind as SeenKind, value as string, environment),
    }),
  ],
  cost: 'c2',
  documentation:
    'When a card, device, address, email or payee was first seen, excluding the current event. Unknown (`missing`) if never.',
  examples: [
    {
      text: 'firstSeen(transaction.deviceDetails.deviceId, "device")',
      result: '2026-02-28T09:00:00Z',
      given: { 'transaction.deviceDetails.deviceId': 'd-1' },
      data: { seen: { device: { 'd-1': '2026-02-28T09:00:00Z' } } },
    },
    {
      text: 'firstSeen(transaction.deviceDetails.deviceId, "device")',
      result: 'unknown (missing)',
      given: { 'transaction.deviceDetails.deviceId': 'd-2' },
      data: { seen: { device: {} } },
    },
  ],
});
