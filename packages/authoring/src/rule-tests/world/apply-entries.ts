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

/** The object that the entries of a fixture describe. */
export interface WorldObject {
  readonly json: JsonObject;
  /** Returns the stored paths of a path relative to the object: one, or two if the platform stores a value twice. */
  readonly storedAt: (steps: readonly string[]) => readonly (readonly string[])[];
  /** Handles an entry that links an entity (`from`, `to`, `entity`); returns `false` for any other entry. */
  readonly link?: (steps: readonly string[], value: FixtureValue) => boolean;
}

export interface FixtureContext {
  readonly test: CheckedTest;
  readonly environment: Environment;
  /** Returns the id of an entity of the world, which is created if it is new. */
  readonly entityId: (name: string) => string;
}

const isObject = (value: ObjectValue): value is ObjectNode => value.kind === 'object';

const stepsOf = ({ key }: ObjectEntry): readonly string[] => (key.kind === 'path' ? key.steps : [key.value]);

/** Applies the entries of a fixture object. Objects are merged deeply, all other values are replaced. */
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

/** Sets one field to a value of a fixture. */
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

/** Money is derived from an amount and a currency, which are separate adjacent fields in the data. */
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

/** Whether a derived field gets its result directly, because its data are not stored under its own name. */
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
    // An empty object adds nothing to an existing object.
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

/** Returns objects inside lists, and items of data lists, as they are written. */
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
