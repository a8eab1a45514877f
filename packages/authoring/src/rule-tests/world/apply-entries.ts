import {
  type CheckedTest,
  type Environment,
  type FieldDeclaration,
  type ObjectEntry,
  type ObjectNode,
  type ObjectValue,
} from '@tamis/lang';
import { numericText, type Money } from '@tamis/stdx';
import { fixtureValue, storedValue, type FixtureValue } from './fixture-value.js';
import { givenKey } from './given-fields.js';
import { isJsonObject, removeAt, setAt, type JsonObject } from './json-object.js';

/** What the entries of an object describe. */
export interface WorldObject {
  readonly json: JsonObject;
  /** Stored paths of a text path relative to the thing: one, or two where the platform stores a value twice. */
  readonly storedAt: (steps: readonly string[]) => readonly (readonly string[])[];
  /** Takes an entry that links an entity (`from`, `to`, `entity`); false: an entry like any other. */
  readonly link?: (steps: readonly string[], value: FixtureValue) => boolean;
}

export interface FixtureContext {
  readonly test: CheckedTest;
  readonly environment: Environment;
  /** Id of an entity of the world, which is made when it is new. */
  readonly entityId: (name: string) => string;
}

const isObject = (value: ObjectValue): value is ObjectNode => value.kind === 'object';

const stepsOf = ({ key }: ObjectEntry): readonly string[] => (key.kind === 'path' ? key.steps : [key.value]);

/** Adds what an object of a fixture says to a thing. Objects merge deep, all else is replaced. */
export function applyEntries(
  object: ObjectNode,
  thing: WorldObject,
  context: FixtureContext,
  base: readonly string[] = [],
): void {
  for (const entry of object.entries) {
    const steps = [...base, ...stepsOf(entry)];
    const field = context.test.fields.get(entry) ?? null;
    const { value } = entry;
    if (isObject(value) && !(field && isOverridden(field))) {
      if (value.entries.length === 0) writeStored({}, steps, field, thing);
      applyEntries(value, thing, context, steps);
    } else if (value.kind === 'object' || value.kind === 'objectList') {
      writeStored(rawValue(value, context), steps, field, thing);
    } else applyValue(fixtureValue(value, context.test, context.environment), steps, field, thing, context);
  }
}

/** Sets one field of a thing to a value of a fixture. */
export function applyValue(
  value: FixtureValue,
  steps: readonly string[],
  field: FieldDeclaration | null,
  thing: WorldObject,
  context: FixtureContext,
): void {
  if (thing.link?.(steps, value)) return;
  if (value.kind === 'entity') writeStored(context.entityId(value.name), steps, field, thing);
  else if (value.kind === 'missing') removeStored(steps, field, thing);
  else if (value.type.kind === 'money' && field?.derived) applyMoney(value.value as Money, steps, field.derived, thing);
  else writeStored(storedValue(value.value, value.type), steps, field, thing);
}

type Derivation = NonNullable<FieldDeclaration['derived']>;

/** Money is derived from an amount and a currency, which stand beside each other in the data. */
function applyMoney(
  { amount, currency }: Money,
  steps: readonly string[],
  { reads }: Derivation,
  thing: WorldObject,
): void {
  const [amountPath, currencyPath] = reads;
  for (const path of thing.storedAt(steps)) {
    const owner = path.slice(0, -1);
    setAt(thing.json, [...owner, ...(amountPath ?? ['amount'])], numericText(amount));
    setAt(thing.json, [...owner, ...(currencyPath ?? ['currency'])], currency);
  }
}

const sameSteps = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((step, index) => step === b[index]);

/** A derived field whose data do not stand under its own name is told what it comes to. */
function isOverridden({ derived, jsonPath }: FieldDeclaration): boolean {
  return derived !== undefined && !derived.reads.some((read) => sameSteps([...derived.owner, ...read], jsonPath));
}

function pathIn(path: readonly string[], field: FieldDeclaration | null): readonly string[] {
  return field && isOverridden(field) ? [...path.slice(0, -1), givenKey, path[path.length - 1] ?? ''] : path;
}

function writeStored(
  stored: unknown,
  steps: readonly string[],
  field: FieldDeclaration | null,
  thing: WorldObject,
): void {
  for (const path of thing.storedAt(steps)) {
    // An empty object beside what is already known of it says nothing.
    if (isJsonObject(stored) && Object.keys(stored).length === 0 && hasObject(thing.json, path)) continue;
    setAt(thing.json, pathIn(path, field), field && isOverridden(field) ? [stored] : stored);
  }
}

function hasObject(json: JsonObject, path: readonly string[]): boolean {
  let found: unknown = json;
  for (const step of path) found = isJsonObject(found) ? found[step] : undefined;
  return isJsonObject(found);
}

function removeStored(steps: readonly string[], field: FieldDeclaration | null, thing: WorldObject): void {
  for (const path of thing.storedAt(steps)) {
    if (field && isOverridden(field)) setAt(thing.json, pathIn(path, field), []);
    else removeAt(thing.json, path);
  }
}

/** Objects inside lists, items of data lists: stored as they are written. */
export function rawValue(value: ObjectValue, context: FixtureContext): unknown {
  if (value.kind === 'objectList') return value.items.map((item) => rawValue(item, context));
  if (value.kind === 'object') {
    const json: JsonObject = {};
    applyEntries(value, { json, storedAt: (steps) => [steps] }, context);
    return json;
  }
  const found = fixtureValue(value, context.test, context.environment);
  if (found.kind === 'entity') return context.entityId(found.name);
  return found.kind === 'missing' ? null : storedValue(found.value, found.type);
}
