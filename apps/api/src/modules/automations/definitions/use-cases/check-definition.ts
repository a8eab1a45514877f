import { Injectable } from '@nestjs/common';
import { isObject } from '@tamis/stdx';

import { ApiError, describedFieldsOf, elementProblems } from '../../../../platform/http/index.js';
import { isActionType } from '../domain/actions.js';
import { automationLimits } from '../domain/automation-limits.js';
import type { AutomationDefinition, ConditionJson } from '../domain/automation.js';
import {
  actionNodes,
  assertNone,
  assertPossible,
  conditionNodes,
  definitionProblems,
  type Problems,
  synergyErrors,
} from '../domain/definition-problems.js';
import { hasPlaceholder } from '../domain/placeholders.js';
import { triggerOf } from '../domain/triggers.js';
import { actionConfigs } from '../dto/action-configs.js';
import { Conditions } from './conditions.js';

/** Returns all problems of a definition at once, by path. */
@Injectable()
export class CheckDefinition {
  constructor(private readonly conditions: Conditions) {}

  async problems(organizationId: string, definition: AutomationDefinition, now: Date): Promise<Problems> {
    const own = { ...configProblems(definition), ...definitionProblems(definition, now) };
    // A definition that is too large, or has no subject, is not checked further.
    const known = own['body'] === undefined ? await this.ofConditions(organizationId, definition, own) : {};
    const synergy = Array.from(synergyErrors(definition), ([path, { message }]) => [path, message] as const);
    const all = Object.entries({ ...Object.fromEntries(synergy), ...known, ...own });
    return Object.fromEntries(all.slice(0, automationLimits.problems));
  }

  /** Throws 400 `VALIDATION_ERROR` and `SYNERGY_ERROR`. */
  async assertPossible(organizationId: string, definition: AutomationDefinition, now: Date): Promise<void> {
    assertPossible(definition, now);
    assertNone(configProblems(definition));
    assertNone(await this.ofConditions(organizationId, definition, {}));
  }

  private async ofConditions(
    organizationId: string,
    definition: AutomationDefinition,
    known: Problems,
  ): Promise<Problems> {
    const { triggerType, triggerConfig } = definition;
    const { about } = triggerOf(triggerType);
    const filter = triggerConfig['entityFilter'] as readonly ConditionJson[] | undefined;
    const asked = [...conditionNodes(definition), ...(filter ? [{ conditions: filter, path: filterPath }] : [])];
    const found: Record<string, string> = {};
    let failed = 0;
    for (const node of asked) {
      if (known[node.path] !== undefined || failed >= automationLimits.failedConditions) continue;
      try {
        await this.conditions.check(organizationId, node, about);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        failed += 1;
        Object.assign(found, error.details);
      }
    }
    return found;
  }
}

const filterPath = 'triggerConfig.entityFilter';

/**
 * Returns problems of configs. Values with placeholders are validated when they are filled. Missing and unknown fields are reported here.
 */
const configProblems = (definition: AutomationDefinition): Problems =>
  Object.fromEntries(
    actionNodes(definition).flatMap(({ action: { type, config }, path }) => {
      if (!isActionType(type) || !isObject(config)) return [];
      const known = new Set(describedFieldsOf(actionConfigs[type]).map(({ name }) => name));
      return Object.entries(elementProblems(actionConfigs[type], config))
        .filter(([at]) => {
          const [name] = at.split(/[.[]/) as [string];
          return !known.has(name) || !hasPlaceholder(config[name]);
        })
        .map(([at, what]) => [`${path}.config.${at}`, what]);
    }),
  );
