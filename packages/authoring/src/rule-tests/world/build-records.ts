import {
  durationValue,
  isCalendarDuration,
  readPath,
  type DurationLiteral,
  type GivenRecordsStep,
  type ObjectNode,
  type SourceDeclaration,
} from '@tamis/lang';
import { addMonths, asDecimal, readTime } from '@tamis/stdx';
import type { FixtureValue } from './fixture-value.js';
import { isJsonObject, setAt, type JsonObject } from './json-object.js';
import { applyEntries, type WorldObject } from './apply-entries.js';
import { recordPath } from './stored-paths.js';
import { testOrganization, type WorldRecord } from './test-world.js';
import type { WorldBuilder } from './world-builder.js';

type Side = 'from' | 'to';

/** Subtracts a multiple of a duration from a time. */
function subtractDuration(time: number, duration: DurationLiteral, times: number): number {
  const length = asDecimal(durationValue(duration)).times(times).toNumber();
  return isCalendarDuration(duration) ? addMonths(time, -length, testOrganization.timezone) : time - length;
}

/** Returns the times of the records of a step, newest first. */
export function recordTimes({ count, every, ending }: GivenRecordsStep, now: number): readonly number[] {
  const newest = subtractDuration(now, ending ?? every, 1);
  return Array.from({ length: Number(count.text) }, (_, index) => subtractDuration(newest, every, index));
}

/** Links an entity to one side of a record: sets its id, and the entity data that the record contains. */
function link(record: JsonObject, idPath: readonly string[], entity: JsonObject): void {
  setAt(record, idPath, entity['id']);
  const [last = ''] = idPath.slice(-1);
  if (last.endsWith('Id')) setAt(record, [...idPath.slice(0, -1), last.slice(0, -2)], entity);
}

function unlink(record: JsonObject, idPath: readonly string[]): void {
  const [last = ''] = idPath.slice(-1);
  Reflect.deleteProperty(record, last);
  Reflect.deleteProperty(record, last.replace(/Id$/, ''));
}

const sidePath = ({ sides }: SourceDeclaration, side: Side): readonly string[] | undefined =>
  sides[side] ?? (side === 'from' ? sides.involving?.[0] : undefined);

/** Returns a record as an object whose `from`, `to` and entity words link entities of the world. */
function recordThing(json: JsonObject, source: SourceDeclaration, world: WorldBuilder): WorldObject {
  const linkTo = (steps: readonly string[], value: FixtureValue): boolean => {
    const [word = ''] = steps;
    if (steps.length !== 1) return false;
    const path =
      word === 'from' || word === 'to'
        ? sidePath(source, word)
        : value.kind === 'entity' || value.kind === 'missing'
          ? entityWordPath(word)
          : undefined;
    if (!path) return false;
    if (value.kind === 'entity') link(json, path, world.embeddedEntity(value.name));
    else if (value.kind === 'missing') unlink(json, path);
    return true;
  };
  return { json, storedAt: (steps) => [recordPath(steps)], link: linkTo };
}

function entityWordPath(word: string): readonly string[] | undefined {
  if (word === 'origin' || word === 'destination') return [`${word}EntityId`];
  return word === 'entity' || word === 'related' || word === 'instrument' ? [`${word}Id`] : undefined;
}

/** The values that the platform sets when a record is created. */
const serverDefaults: Readonly<Record<string, JsonObject>> = {
  transactions: { status: 'CREATED', reason: 'WITHOUT_REASON' },
};

/** Links a record that specifies no links itself: in transaction rules from origin to destination, otherwise from the entity. */
function linkByDefault(record: JsonObject, source: SourceDeclaration, world: WorldBuilder): void {
  const isTransactionRule = world.test.target === 'transaction';
  const from = sidePath(source, 'from');
  if (from) link(record, from, world.embeddedEntity(isTransactionRule ? 'origin' : 'entity'));
  const to = source.sides.to;
  if (to && isTransactionRule) link(record, to, world.embeddedEntity('destination'));
}

function makeRecord(data: ObjectNode, time: number | null, source: SourceDeclaration, world: WorldBuilder): JsonObject {
  const record: JsonObject = { id: world.nextId(), ...serverDefaults[source.name] };
  if (source.timePath && time !== null) setAt(record, source.timePath, new Date(time).toISOString());
  linkByDefault(record, source, world);
  applyEntries(data, recordThing(record, source, world), world.placing);
  return record;
}

/** Returns the records of one `given N … every D` step, oldest first. */
export function givenRecords(step: GivenRecordsStep, source: SourceDeclaration, world: WorldBuilder): WorldRecord[] {
  return [...recordTimes(step, world.now)]
    .reverse()
    .map((time) => ({ source: source.name, time, record: makeRecord(step.data, time, source, world) }));
}

/**
 * Links the related entity of a relationship: the one given as `related`, otherwise the end that is not the subject. The subject is its
 * first end unless the record specifies otherwise.
 */
function linkRelated(
  record: JsonObject,
  data: ObjectNode,
  { sides: { from, to } }: SourceDeclaration,
  world: WorldBuilder,
): void {
  if (!from || !to) return;
  const says = (side: Side): boolean =>
    data.entries.some(({ key }) => key.kind === 'path' && key.steps.length === 1 && key.steps[0] === side);
  const { related } = record;
  if (!isJsonObject(related)) {
    const subject = world.entity(world.test.target === 'transaction' ? 'origin' : 'entity')['id'];
    const [first, second] = [readPath(record, from), readPath(record, to)];
    const other = first === subject ? second : first;
    const entity = [...world.entities].find(([, { id }]) => id === other);
    if (entity && first !== second) link(record, ['relatedId'], world.embeddedEntity(entity[0]));
    return;
  }
  related['id'] ??= world.nextId();
  record['relatedId'] = related['id'];
  if (!says('to')) setAt(record, to, related['id']);
  else if (!says('from')) setAt(record, from, related['id']);
}

/** Returns one record that is given by the name of its source. */
export function givenItem(data: ObjectNode, source: SourceDeclaration, world: WorldBuilder): WorldRecord {
  const record = makeRecord(data, source.timePath ? world.now : null, source, world);
  if (!source.timePath) {
    linkRelated(record, data, source, world);
    return { source: source.name, time: -Infinity, record };
  }
  const stored = readPath(record, source.timePath);
  return { source: source.name, time: readTime(String(stored), testOrganization.timezone) ?? NaN, record };
}
