import { isObject } from '@tamis/stdx';

import type { WebhookFilters } from './webhook.js';

type Json = Readonly<Record<string, unknown>>;

/** Whether every filter that is given passes: one that asks for what an event has not does not. */
export function passesFilters(filters: WebhookFilters, event: string, payload: unknown): boolean {
  const told = payload as Json;
  return Object.entries(filters).every(([name, asked]) => {
    if (asked === undefined) return true;
    return name === 'statusChanges'
      ? matchesStatusChange(asked as NonNullable<WebhookFilters['statusChanges']>, told)
      : [told, objectAt(told, 'alert')].some((about) =>
          hasAny(asked as readonly string[], filterValues[name as keyof typeof filterValues](about, event)),
        );
  });
}

const hasAny = (asked: readonly string[], values: readonly unknown[]): boolean => {
  const known = new Set(values.flatMap((value) => (typeof value === 'string' ? [value.toLowerCase()] : [])));
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

/** Alerts of a run, as its analysis and a flagged payment tell of them. */
const alertsOf = (told: Json): readonly Json[] => [
  ...listAt(told, 'alerts'),
  ...listAt(objectAt(objectAt(told, 'rulesExecutionSummary'), 'actionsExecuted'), 'alerts'),
];

/** What an event holds of what a filter asks for. */
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
