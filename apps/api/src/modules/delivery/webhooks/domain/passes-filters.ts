import { isObject } from '@tamis/stdx';

import type { EventEntity } from '../../../../platform/outbox/index.js';
import type { WebhookFilters } from './webhook.js';

type Json = Readonly<Record<string, unknown>>;

/** Returns whether the filters depend on the entity of an event, which few events contain. */
export const isNarrowed = ({ entityTypes, countries }: WebhookFilters): boolean =>
  entityTypes !== undefined || countries !== undefined;

/**
 * Returns whether all given filters match. A filter on a value that the event does not have does not match. `entity` is the entity of the
 * event in its current state, used if the event does not contain it.
 */
export function passesFilters(filters: WebhookFilters, event: string, payload: unknown, entity?: EventEntity): boolean {
  const told = payload as Json;
  return Object.entries(filters).every(([name, asked]) => {
    if (asked === undefined) return true;
    return name === 'statusChanges'
      ? matchesStatusChange(asked as NonNullable<WebhookFilters['statusChanges']>, told)
      : hasAny(asked as readonly string[], valuesOf(name as keyof typeof filterValues));
  });

  function valuesOf(name: keyof typeof filterValues): readonly unknown[] {
    const own = [told, objectAt(told, 'alert')].flatMap((about) => filterValues[name](about, event));
    return entity === undefined || own.some(isText) ? own : filterValues[name]({ entity }, event);
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';

const hasAny = (asked: readonly string[], values: readonly unknown[]): boolean => {
  const known = new Set(values.filter(isText).map((value) => value.toLowerCase()));
  return asked.some((value) => known.has(value.toLowerCase()));
};

const objectAt = (told: Json, member: string): Json => {
  const value = told[member];
  return isObject(value) ? value : {};
};

const listAt = (told: Json, member: string): readonly Json[] => {
  const value = told[member];
  return Array.isArray(value) ? (value as readonly Json[]) : [];
};

/** Returns the alerts of an evaluation from the events about the evaluation and the flagged payment. */
const alertsOf = (told: Json): readonly Json[] => [
  ...listAt(told, 'alerts'),
  ...listAt(objectAt(objectAt(told, 'rulesExecutionSummary'), 'actionsExecuted'), 'alerts'),
];

/** Values of an event for each filter. */
const filterValues: Readonly<
  Record<Exclude<keyof WebhookFilters, 'statusChanges'>, (told: Json, event: string) => readonly unknown[]>
> = {
  entityTypes: (told) => [
    objectAt(told, 'entity')['type'],
    objectAt(told, 'origin')['type'],
    objectAt(told, 'destination')['type'],
    told['targetEntityType'],
  ],
  ruleIds: (told) => [
    told['ruleId'],
    objectAt(told, 'rule')['id'],
    ...listAt(objectAt(told, 'rulesExecutionSummary'), 'rulesHit').map(({ ruleId }) => ruleId),
    ...alertsOf(told).map(({ ruleId }) => ruleId),
  ],
  ruleSeverity: (told, event) => [
    objectAt(told, 'rule')['severity'],
    event.startsWith('alert.') ? told['severity'] : undefined,
    ...alertsOf(told).map(({ severity }) => severity),
  ],
  countries: (told) => [
    told['countryCode'],
    told['country'],
    objectAt(told, 'entity')['countryCode'],
    objectAt(told, 'origin')['country'],
    objectAt(told, 'destination')['country'],
  ],
  transactionTypes: (told, event) => [
    objectAt(told, 'transaction')['type'],
    event.startsWith('transaction.') ? told['type'] : undefined,
  ],
  decisions: (told) => [told['decision']],
};

function matchesStatusChange({ from, to }: NonNullable<WebhookFilters['statusChanges']>, told: Json): boolean {
  const { previousStatus, status } = told;
  const changed = objectAt(objectAt(told, 'changes'), 'status');
  const passesSide = (asked: readonly string[] | undefined, values: readonly unknown[]): boolean =>
    asked === undefined || hasAny(asked, values);
  if (previousStatus === undefined && changed['current'] === undefined) return false;
  return (
    passesSide(from, [previousStatus ?? changed['previous']]) &&
    passesSide(to, [previousStatus === undefined ? changed['current'] : status])
  );
}
