import { isUnknown } from '@tamis/lang';
import { localClock } from '@tamis/stdx';
import { csText, declareFunction, signature } from '../declare.js';
import { clockText } from '../semantics/clock-text.js';
import { entityZone } from '../semantics/entity-zone.js';

export const localTime = declareFunction({
  name: 'localTime',
  form: 'localTime(t, E)',
  signatures: [
    signature('localTime', ['datetime', 'entity'], {
      result: () => csText,
      evaluate: ([time, entity], _types, environment) => {
        const zone = entityZone(entity as string, environment);
        return isUnknown(zone) ? zone : clockText(localClock(time as number, zone));
      },
    }),
  ],
  cost: 'c2',
  documentation:
    'The clock time of an instant where the entity is, `HH:mm`: in the zone of its operational hours, else in that of the organization.',
  examples: [
    {
      text: 'localTime(2026-03-01T02:30:00Z, origin)',
      result: '"23:30"',
      given: { origin: 'e1', 'origin.operationalHours': { timezone: 'America/Sao_Paulo', weekly: [] } },
    },
    {
      text: 'localTime(2026-03-01T02:30:00Z, origin)',
      result: '"02:30"',
      given: { origin: 'e1', 'origin.name': 'Ana' },
    },
    { text: 'localTime(2026-03-01T02:30:00Z, origin)', result: 'unknown (missing)', given: {} },
  ],
});
