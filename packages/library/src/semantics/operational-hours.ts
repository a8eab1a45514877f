import {
  isUnknown,
  mergeUnknown,
  readPath,
  unknown,
  type Declaration,
  type Environment,
  type Outcome,
  type Unknown,
} from '@tamis/lang';
import { isZone, localClock } from '@tamis/stdx';
import { boolType, declareOperator, signature } from '../declare.js';
import { weekdays } from '../enumerations/weekdays.js';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** The opening hours [open, close) of one day, in milliseconds since local midnight; if `close` ≤ `open`, they extend past midnight. */
interface Slot {
  /** The day of the week, where 0 is Monday. */
  readonly day: number;
  readonly open: number;
  readonly close: number;
}

const clockText = /^(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/;

function timeOfDay(text: unknown): number | null {
  const match = typeof text === 'string' ? clockText.exec(text) : null;
  if (!match) return null;
  return match[1] === undefined ? dayMs : (Number(match[1]) * 60 + Number(match[2])) * minuteMs;
}

function readSlot(raw: unknown): Slot | null {
  const day = (weekdays as readonly unknown[]).indexOf(readPath(raw, ['day']));
  const open = timeOfDay(readPath(raw, ['open']));
  const close = timeOfDay(readPath(raw, ['close']));
  return day < 0 || open === null || close === null || open === dayMs ? null : { day, open, close };
}

/** Whether the local time is in a slot of its own day, or in one that started the day before. */
function isOpen(slots: readonly Slot[], day: number, time: number): boolean {
  const yesterday = (day + 6) % 7;
  return slots.some((slot) => {
    const overnight = slot.close <= slot.open;
    if (slot.day === day && time >= slot.open && (overnight || time < slot.close)) return true;
    return overnight && slot.day === yesterday && time < slot.close;
  });
}

const typeMismatch = (detail: string): Unknown => unknown({ cause: 'type', path: 'operationalHours', detail });

/** Whether an entity is open at an instant, in its local time. */
function openAt(instant: number, entityId: string, environment: Environment): boolean | Unknown {
  const entity = environment.entity(entityId);
  if (isUnknown(entity)) return entity;
  const hours = readPath(entity, ['operationalHours']);
  if (hours === null || hours === undefined) return unknown({ cause: 'no_operational_hours' });
  const weekly = readPath(hours, ['weekly']) ?? [];
  if (!Array.isArray(weekly)) return typeMismatch('weekly slots');
  const slots = (weekly as unknown[]).map(readSlot);
  if (slots.includes(null)) return typeMismatch('weekly slots');
  const zone = readPath(hours, ['timezone']) ?? environment.timezone;
  if (typeof zone !== 'string' || !isZone(zone)) return typeMismatch('time zone');
  const clock = localClock(instant, zone);
  const time = ((clock.getTime() % dayMs) + dayMs) % dayMs;
  return isOpen(slots as readonly Slot[], (clock.getUTCDay() + 6) % 7, time);
}

const nineToSix = {
  timezone: 'America/Sao_Paulo',
  weekly: [{ day: 'monday', open: '09:00', close: '18:00' }],
};

/** Returns `t is inside operational hours of E` and similar operators: whether the entity is open or closed at `t`. */
export function operationalHoursOperator(
  relation: 'inside' | 'outside' | 'not inside' | 'not outside',
  documentation: string,
): Declaration {
  const name = `${relation.replace(' ', '_')}_entity_operational_hours`;
  const wanted = relation === 'inside' || relation === 'not outside';
  const text = `transaction.transactedAt is ${relation} operational hours of origin`;
  const given = { origin: 'e-1', 'transaction.transactedAt': '2026-03-02T21:00:00Z' };
  return declareOperator({
    name,
    form: `t is ${relation} operational hours of E`,
    signatures: [
      signature(name, ['datetime', 'entity'], {
        result: () => boolType,
        evaluate: ([instant, entityId], _types, environment): Outcome => {
          const unknowns = [instant, entityId].filter(isUnknown);
          if (unknowns.length > 0) return mergeUnknown(unknowns);
          const open = openAt(instant as number, entityId as string, environment);
          return isUnknown(open) ? open : open === wanted;
        },
      }),
    ],
    missing: {
      says: 'unknown when an operand is, and when the entity has no operational hours (`no_operational_hours`)',
    },
    cost: 'c2',
    documentation,
    examples: [
      {
        text,
        result: String(wanted),
        given: { ...given, 'transaction.transactedAt': '2026-03-02T20:00:00Z', 'origin.operationalHours': nineToSix },
      },
      { text, result: String(!wanted), given: { ...given, 'origin.operationalHours': nineToSix } },
      { text, result: 'unknown (no_operational_hours)', given: { ...given, 'origin.name': 'Ana' } },
    ],
  });
}
