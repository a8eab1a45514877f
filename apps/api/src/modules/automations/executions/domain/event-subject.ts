import { entityIdPaths, textAt } from '../../../../platform/outbox/index.js';
import type { JsonObject, TriggerType } from '../../definitions/index.js';
import type { ExecutionSubject } from './execution.js';

type Paths = readonly (readonly string[])[];

/** Where announcements name what they are about. */
const paths: Readonly<Record<keyof ExecutionSubject, Paths>> = {
  entityId: entityIdPaths,
  transactionId: [['transactionId'], ['transaction', 'id'], ['transaction', 'transactionId']],
  userEventId: [['userEventId'], ['userEvent', 'id']],
  alertId: [['alertId']],
  investigationId: [['investigationId']],
};

/** What a record's own announcement calls `id`. */
const ownId: Readonly<Record<string, keyof ExecutionSubject>> = {
  user_event_created: 'userEventId',
  alert_created: 'alertId',
  alert_status_changed: 'alertId',
  investigation_created: 'investigationId',
  investigation_status_changed: 'investigationId',
};

/** What an event is about. */
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

/** Whether the settings of a trigger go by what an entity is. */
export const isNarrowed = ({ entityTypes, countries }: JsonObject): boolean =>
  entityTypes !== undefined || countries !== undefined;

/** What an event tells, with what its entity is by now, where there is one. */
export function withEntity(
  payload: JsonObject,
  entity: { readonly type: string; readonly countryCode: string | null } | undefined,
): JsonObject {
  if (!entity) return payload;
  const { type, countryCode } = entity;
  return { ...payload, entity: { ...(payload['entity'] as object | undefined), type, countryCode } };
}

/** Whether the settings of a trigger let an event start it. */
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

/** Whether the score went over the threshold, from one side to the other. */
function crosses({ crosses: threshold, direction }: JsonObject, payload: JsonObject): boolean {
  const { riskScore, previousRiskScore: before = 0 } = payload;
  if (typeof riskScore !== 'number' || typeof before !== 'number' || typeof threshold !== 'number') return false;
  return direction === 'up'
    ? before < threshold && riskScore >= threshold
    : before >= threshold && riskScore < threshold;
}
