import { isUnknown } from '@tamis/lang';
import { declareFunction, signature } from '../declare.js';
import { firstSeenAt, neverSeen } from '../semantics/first-seen-at.js';

export const deviceAge = declareFunction({
  name: 'deviceAge',
  form: 'deviceAge(id)',
  signatures: [
    signature('deviceAge', ['text'], {
      result: () => ({ kind: 'duration' }),
      evaluate: ([id], _types, environment) => {
        const first = firstSeenAt('device', id as string, environment);
        if (neverSeen(first)) return 0;
        return isUnknown(first) ? first : Math.max(0, environment.now - (first as number));
      },
    }),
  ],
  cost: 'c2',
  documentation: 'Time since a device was first seen, the current event left out; 0 for one that never was.',
  examples: [
    {
      text: 'deviceAge(transaction.deviceDetails.deviceId) < 1d',
      result: 'true',
      given: { 'transaction.deviceDetails.deviceId': 'd-1' },
      data: { seen: { device: { 'd-1': '2026-03-01T09:00:00Z' } } },
    },
    {
      text: 'deviceAge(transaction.deviceDetails.deviceId)',
      result: '0s',
      given: { 'transaction.deviceDetails.deviceId': 'd-2' },
      data: { seen: { device: {} } },
    },
  ],
});
