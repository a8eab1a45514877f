import type { Context, RuleInspector } from '@tamis/engine';
import { type FieldDeclaration, formatPath, isUnknown, parsePath, readPath, readValue, type Target } from '@tamis/lang';

import { ApiError } from '../../../../platform/http/index.js';
import { fixtureText, jsonText, pathText } from './fixture-text.js';
import type { ConditionReads } from './condition-reads.js';

/** Returns a 422 error that names what a test cannot express, without values. */
export const notExpressibleError = (what: string): ApiError =>
  new ApiError('TEST_NOT_EXPRESSIBLE', `A test cannot express what the rule read: ${what}`);

/** Objects of a test by name (`transaction`, `origin` …), with their entries. */
export type FixtureObjects = Map<string, Map<string, string>>;

const fixtureObjectNames: Readonly<Record<Target, Readonly<Record<string, string>>>> = {
  transaction: {
    transaction: 'transaction',
    originAccount: 'transaction',
    destinationAccount: 'transaction',
    origin: 'origin',
    destination: 'destination',
    instrument: 'instrument',
  },
  userEvent: { userEvent: 'userEvent', event: 'userEvent', entity: 'entity' },
  person: { entity: 'entity', person: 'entity' },
  company: { entity: 'entity', company: 'entity' },
};

/** Path heads that remain part of the key within their object. */
const keyPrefixes: ReadonlySet<string> = new Set(['originAccount', 'destinationAccount', 'person', 'company']);

function entry(
  { path, jsonPath }: FieldDeclaration,
  target: Target,
): { readonly thing: string; readonly key: string } | null {
  const [head = '', ...rest] = parsePath(path) ?? [];
  const thing = fixtureObjectNames[target][head];
  // The presence of an entity itself follows from the links of the subject.
  if (rest.length === 0) return null;
  if (thing === undefined) return { thing: target, key: pathText(jsonPath) };
  return { thing, key: pathText(keyPrefixes.has(head) ? [head, ...rest] : rest) };
}

const isPresent = (value: unknown): boolean => value !== null && value !== undefined;

/** Returns the subject's values for the fields that a rule reads. Throws 422 `TEST_NOT_EXPRESSIBLE`. */
export function subjectFixture(
  parts: RuleInspector,
  { fields }: ConditionReads,
  context: Context,
  { target, timezone }: { readonly target: Target; readonly timezone: string },
): FixtureObjects {
  const found: FixtureObjects = new Map([[target, new Map<string, string>()]]);
  const set = (thing: string, key: string, text: string): void => {
    const entries = found.get(thing) ?? new Map<string, string>();
    found.set(thing, entries.set(key, text));
  };
  const isOneParty = isPresent(context['originEntity']) && context['originEntityId'] === context['destinationEntityId'];
  if (target === 'transaction') {
    if (!isPresent(context['originEntity'])) set(target, 'from', 'missing');
    if (!isPresent(context['destinationEntity'])) set(target, 'to', 'missing');
    else if (isOneParty) set(target, 'to', 'origin');
    if (isPresent(context['instrument'])) found.set('instrument', new Map());
  } else if (target === 'userEvent' && !isPresent(context['entity'])) set(target, 'from', 'missing');
  for (const { node, field } of fields.values()) {
    const place = entry(field, target);
    if (!place || (place.thing === 'origin' && !isPresent(context['originEntity']))) continue;
    if (place.thing === 'destination' && !isPresent(context['destinationEntity'])) continue;
    if (place.thing === 'instrument' && !isPresent(context['instrument'])) continue;
    const thing = isOneParty && place.thing === 'destination' ? 'origin' : place.thing;
    const raw = readPath(context, field.jsonPath);
    const value = field.derived ? parts.value(node) : readValue(raw, field.type, formatPath(field.jsonPath), timezone);
    if (!isUnknown(value)) set(thing, place.key, fixtureText(value, field.type));
    else if (raw === '') set(thing, place.key, jsonText(raw));
    else if (!field.derived && isPresent(raw)) throw notExpressibleError(`\`${field.path}\` does not match its type`);
    else if (field.derived?.asks !== true) set(thing, place.key, 'missing');
  }
  return found;
}
