import { objectMembers, RawJson } from '../../../../platform/http/index.js';
import type { ChangedEntity } from '../use-cases/change-entity.js';
import { entityView } from '../use-cases/change-events.js';
import type { AttributesMode } from '../dto/change-entity.bodies.js';
import type { ChangedAttributesDto, ChangedEntityDto } from '../dto/entity-changes.dto.js';
import { rulesResultView } from './rules-result-view.js';

/** Returns the response to a patch. */
export const toChangedEntityDto = (changed: ChangedEntity): ChangedEntityDto => ({
  success: true,
  entity: entityView(changed.after),
  previousEntity: entityView(changed.before),
  evaluation: evaluationOf(changed),
  ...rulesResultView(changed.runs.at(-1)),
});

/** Returns `null` if nothing changed. */
function evaluationOf({ after, runs, entryId }: ChangedEntity): ChangedEntityDto['evaluation'] {
  if (entryId === null) return null;
  const decided = runs.at(-1)?.report.decided;
  if (!decided) {
    return {
      id: entryId,
      entityId: after.id,
      decision: null,
      evaluationType: 'SYSTEM',
      ruleSetVersion: null,
      reasons: [],
    };
  }
  return {
    id: decided.run.evaluationId,
    entityId: after.id,
    decision: decided.outcome.decision,
    evaluationType: 'RULES',
    ruleSetVersion: decided.set.version,
    reasons: decided.outcome.decisionBecause,
  };
}

/** Returns the response to a patch of attributes. */
export function toChangedAttributesDto(
  { before, after, runs }: ChangedEntity,
  mode: AttributesMode,
): ChangedAttributesDto {
  const { rulesExecutionSummary } = rulesResultView(runs.at(-1));
  return {
    success: true,
    data: {
      entityId: after.id,
      mode,
      attributes: new RawJson(after.attributes),
      previousAttributes: new RawJson(before.attributes),
      changedKeys: changedKeys(before.attributes, after.attributes),
      ...(rulesExecutionSummary && { rulesExecutionSummary }),
    },
  };
}

/** Returns the top-level keys whose text differs, including removed ones. */
function changedKeys(before: string, after: string): readonly string[] {
  const [old, now] = [membersOf(before), membersOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((key) => old.get(key) !== now.get(key));
}

const membersOf = (json: string): ReadonlyMap<string, string> =>
  new Map(Array.from(objectMembers(json), ({ name, value }) => [name, value]));
