import { entityIdPaths, textAt } from '../../../../platform/outbox/index.js';
import type { JsonObject, TriggerType } from '../../definitions/index.js';
import type { ExecutionSubject } from './execution.js';

type Paths = readonly (readonly string[])[];

/** Paths of an event to the ids of its subjects. */
const paths: Readonly<Record<keyof ExecutionSubject, Paths>> = {
  entityId: entityIdPaths,
  transactionId: [['transactionId'], ['transaction', 'id'], ['transaction', 'transactionId']],
  userEventId: [['userEventId'], ['userEvent', 'id']],
  alertId: [['alertId']],
  investigationId: [['investigationId']],
};

/** The subject whose id the record's own event calls `id`. */
const ownId: Readonly<Record<string, keyof ExecutionSubject>> = {
  user_event_created: 'userEventId',
  alert_created: 'alertId',
  alert_status_changed: 'alertId',
  investigation_created: 'investigationId',
  investigation_status_changed: 'investigationId',
};

/** Returns the subjects of an event. */
export function subjectOf(trigger: TriggerType, payload: JsonObject): ExecutionSubject {
  const found = Object.fromEntries(
    Object.entries(paths).flatMap(([name, places]) => {
      const id = textAt(payload, places);
      return id === undefined ? [] : [[name, id]];
    }),
  );
  const own = ownId[trigger];
  const id = textAt(payload, [['id']]);
  return { ...found, ...(own !== undefined && id !== undefined && { [own]: id }) };
}

/** Returns whether the settings of a trigger depend on properties of the entity. */
export const isNarrowed = ({ entityTypes, countries }: JsonObject): boolean =>
  entityTypes !== undefined || countries !== undefined;

/** Returns the payload of an event, with the current type and country of its entity, if it has one. */
export function withEntity(
  payload: JsonObject,
  entity: { readonly type: string; readonly countryCode: string | null } | undefined,
): JsonObject {
  if (!entity) return payload;
  const { type, countryCode } = entity;
  return { ...payload, entity: { ...(payload['entity'] as object | undefined), type, countryCode } };
}

/** Returns whether the settings of a trigger let an event start it. */
export function passesTrigger(trigger: TriggerType, config: JsonObject, payload: JsonObject): boolean {
  const isIn = (list: unknown, ...places: Paths): boolean => {
    if (!Array.isArray(list) || list.length === 0) return true;
    const value = textAt(payload, places);
    return (
      value !== undefined && (list as unknown[]).some((each) => String(each).toLowerCase() === value.toLowerCase())
    );
  };
  return (
    isIn(config['entityTypes'], ['entity', 'type'], ['origin', 'type'], ['type']) &&
    isIn(config['countries'], ['entity', 'countryCode'], ['origin', 'country'], ['countryCode'], ['country']) &&
    isIn(config['from'], ['previousStatus']) &&
    isIn(config['to'], ['status']) &&
    isIn(config['ruleIds'], ['ruleId']) &&
    (trigger !== 'risk_score_changed' || crosses(config, payload))
  );
}

/** Returns whether the score crossed the threshold in the given direction. */
function crosses({ crosses: threshold, direction }: JsonObject, payload: JsonObject): boolean {
  const { riskScore, previousRiskScore: before = 0 } = payload;
  if (typeof riskScore !== 'number' || typeof before !== 'number' || typeof threshold !== 'number') return false;
  return direction === 'up'
    ? before < threshold && riskScore >= threshold
    : before >= threshold && riskScore < threshold;
}
