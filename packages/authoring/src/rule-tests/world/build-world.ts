import type { Catalogue, CheckedTest, GivenStep, SourceDeclaration, TestStep, VaryCase, WhenStep } from '@tamis/lang';
import { evaluationEnvironment } from '@tamis/library';
import { parseInstant } from '@tamis/stdx';
import { givenItem, givenRecords } from './build-records.js';
import { fixtureValue, type FixtureValue } from './fixture-value.js';
import { copyOf, type JsonObject } from './json-object.js';
import { applyEntries, type WorldObject } from './apply-entries.js';
import { recordPath, subjectEntityPaths } from './stored-paths.js';
import { defaultNow, testOrganization, type TestWorld, type WorldRecord } from './test-world.js';
import { instantOfStep, WorldBuilder, type ListAliases } from './world-builder.js';

const stepsOfKind = <K extends TestStep['kind']>(
  { declaration }: CheckedTest,
  kind: K,
): Extract<TestStep, { kind: K }>[] =>
  declaration.steps.filter((step): step is Extract<TestStep, { kind: K }> => step.kind === kind);

const timeKeys: Readonly<Record<string, string>> = { transaction: 'transactedAt', userEvent: 'timestamp' };

function instantOf(value: FixtureValue): number | null {
  if (value.kind !== 'value') return null;
  if (typeof value.value === 'number') return value.value;
  return typeof value.value === 'string' ? parseInstant(value.value) : null;
}

/** Returns the time of `given now`, otherwise the time of the subject, otherwise the default. */
function resolveNow(test: CheckedTest, when: WhenStep | undefined, varied: VaryCase | null): number {
  const given = stepsOfKind(test, 'givenStep').findLast(({ name }) => name.text === 'now');
  const stated = given ? instantOfStep(given) : null;
  if (stated !== null) return stated;
  const timeKey = timeKeys[test.target];
  if (timeKey === undefined) return defaultNow;
  const environment = evaluationEnvironment({ now: defaultNow, ...testOrganization });
  const [vary] = stepsOfKind(test, 'varyStep');
  if (varied && vary && vary.path.steps.length === 2 && vary.path.steps[1] === timeKey)
    return instantOf(fixtureValue(varied.value, test, environment)) ?? defaultNow;
  const entry = when?.data.entries.find(({ key }) => key.kind === 'path' && key.steps.join('.') === timeKey);
  if (!entry || entry.value.kind === 'object' || entry.value.kind === 'objectList') return defaultNow;
  return instantOf(fixtureValue(entry.value, test, environment)) ?? defaultNow;
}

interface PartyLinks {
  from: string | null;
  to: string | null;
  instrument: string | null;
}

const isLinkWord = (word: string | undefined): word is keyof PartyLinks =>
  word === 'from' || word === 'to' || word === 'instrument';

/** Builds the subject of a transaction rule; its parties and its payment method are known when it is complete. */
function buildTransaction(world: WorldBuilder, links: PartyLinks): WorldObject {
  const json: JsonObject = {
    id: world.nextId(),
    status: 'CREATED',
    reason: 'WITHOUT_REASON',
    transactedAt: new Date(world.now).toISOString(),
  };
  const link = (steps: readonly string[], value: FixtureValue): boolean => {
    const [word] = steps;
    if (steps.length !== 1 || !isLinkWord(word) || value.kind === 'value') return false;
    links[word] = value.kind === 'entity' ? value.name : null;
    return true;
  };
  return { json, storedAt: (steps) => [recordPath(steps)], link };
}

function buildUserEvent(world: WorldBuilder, links: PartyLinks): WorldObject {
  const json: JsonObject = { id: world.nextId(), timestamp: new Date(world.now).toISOString() };
  const link = (steps: readonly string[], value: FixtureValue): boolean => {
    const [word] = steps;
    if (steps.length !== 1 || (word !== 'from' && word !== 'entity') || value.kind === 'value') return false;
    links.from = value.kind === 'entity' ? value.name : null;
    return true;
  };
  return { json, storedAt: (steps) => [recordPath(steps)], link };
}

function buildSubject(world: WorldBuilder, links: PartyLinks): WorldObject {
  const { target } = world.test;
  if (target === 'transaction') return buildTransaction(world, links);
  if (target === 'userEvent') return buildUserEvent(world, links);
  return {
    json: world.entity('entity'),
    storedAt: (steps) => subjectEntityPaths(steps, target, world.catalogue.schema),
  };
}

/** Returns the subject with the entities linked to it. */
function buildContext(world: WorldBuilder, subject: WorldObject, { from, to, instrument }: PartyLinks): JsonObject {
  const { target } = world.test;
  if (target === 'person' || target === 'company') return copyOf(subject.json);
  const linked: JsonObject = {};
  const add = (idKey: string, key: string, name: string | null): void => {
    const entity = name === null ? undefined : world.entities.get(name);
    if (!entity) return;
    linked[idKey] = entity['id'];
    linked[key] = copyOf(entity);
  };
  if (target === 'transaction') {
    add('originEntityId', 'originEntity', from);
    add('destinationEntityId', 'destinationEntity', to);
    if (instrument !== 'instrument') add('instrumentId', 'instrument', instrument);
    else if (world.instrument['id'] !== undefined) {
      linked['instrumentId'] = world.instrument['id'];
      linked['instrument'] = copyOf(world.instrument);
    }
  } else add('entityId', 'entity', from);
  return { ...linked, ...copyOf(subject.json) };
}

function buildRecords(world: WorldBuilder): readonly WorldRecord[] {
  const { sources } = world.catalogue.schema;
  const records: WorldRecord[] = [];
  for (const step of stepsOfKind(world.test, 'givenRecordsStep')) {
    const source = sources.find(({ name }) => name === step.source.text);
    if (source) records.push(...givenRecords(step, source, world));
  }
  for (const step of stepsOfKind(world.test, 'givenStep')) {
    const source = sources.find(({ name }) => name === step.name.text);
    if (source && source.name !== 'accounts') records.push(...givenItems(step, source, world));
  }
  // The sort is stable, so that records with equal times arrive in text order.
  return records.sort((a, b) => (a.time === b.time ? 0 : a.time - b.time));
}

/**
 * Handles `given relationships [ … ]`, and similar steps of other sources, whose records have the current time unless they specify another
 * one.
 */
function givenItems({ value }: GivenStep, source: SourceDeclaration, world: WorldBuilder): WorldRecord[] {
  const items = value.kind === 'objectList' ? value.items : value.kind === 'object' ? [value] : [];
  return items.map((item) => givenItem(item, source, world));
}

/** Builds the world of a test, or of one case of its `vary`. */
export function buildWorld(
  test: CheckedTest,
  varied: VaryCase | null,
  catalogue: Catalogue,
  lists: ListAliases,
): TestWorld {
  const [when] = stepsOfKind(test, 'whenStep');
  const world = new WorldBuilder(test, catalogue, resolveNow(test, when, varied), lists);
  for (const step of stepsOfKind(test, 'givenStep')) world.applyGiven(step);
  for (const step of stepsOfKind(test, 'givenListStep')) world.applyGivenList(step);
  for (const step of stepsOfKind(test, 'givenRateStep')) world.applyGivenRate(step);
  const from = test.target === 'transaction' ? 'origin' : 'entity';
  const links: PartyLinks = { from, to: 'destination', instrument: 'instrument' };
  const subject = buildSubject(world, links);
  if (when) applyEntries(when.data, subject, world.placing);
  const [vary] = stepsOfKind(test, 'varyStep');
  if (vary && varied) world.applyVariation(vary.path.steps, varied, subject);
  const context = buildContext(world, subject, links);
  return {
    target: test.target,
    now: world.now,
    context,
    records: buildRecords(world),
    listItems: world.listItems,
    functions: world.functions,
    rates: {
      referenceCurrency: testOrganization.baseCurrency,
      maxAgeDays: 1e9,
      quotes: world.quotes,
      // If a server has euro rates, a test generated from its evaluation also gets them.
      provided: { referenceCurrency: 'EUR', quotes: [] },
    },
    entities: new Map([...world.entities].map(([name, { id }]) => [name, String(id)])),
  };
}
