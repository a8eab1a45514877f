import { Injectable } from '@nestjs/common';

import { ApiError, invalid } from '../../../../platform/http/index.js';
import { type ConvertedRules, ConvertRules } from '../../../rules/rules/index.js';
import type { ConditionJson } from '../domain/automation.js';
import { automationLimits } from '../domain/automation-limits.js';
import { type ConditionRecord, recordTypesOf, triggerOf, type TriggerType } from '../domain/triggers.js';
import { Conditions } from './conditions.js';

/** Conditions in both forms, with the record type they were read for. */
export interface ConvertedConditions {
  readonly text: string;
  readonly conditions: readonly ConditionJson[];
  readonly recordType: ConditionRecord | null;
}

/** Beginning of the rule that wraps the conditions. Users do not see it. */
const headOf = (type: ConditionRecord): string =>
  `rule conditions "Conditions" {\n  on ${type === 'user_event' ? 'userEvent' : type}\n  when `;

/** Converts between conditions as text and as JSON. */
@Injectable()
export class ConvertConditions {
  constructor(
    private readonly rules: ConvertRules,
    private readonly conditions: Conditions,
  ) {}

  /** Throws 400 for a trigger without a subject, and 422 if there is nothing to convert. */
  async convert(
    organizationId: string,
    triggerType: TriggerType,
    asked: { readonly text: string } | { readonly conditions: readonly ConditionJson[] },
  ): Promise<ConvertedConditions> {
    const types = recordTypesOf(triggerOf(triggerType).about);
    const [first] = types;
    if (first === undefined) throw invalid({ triggerType: `${triggerType} has no record that conditions could check` });
    const isEmpty = 'text' in asked ? asked.text.trim() === '' : asked.conditions.length === 0;
    if (isEmpty) return { text: '', conditions: [], recordType: first };
    const { text, conditions } =
      'text' in asked
        ? { text: asked.text, conditions: await this.ofText(organizationId, asked.text, first) }
        : { text: await this.toText(organizationId, asked.conditions, first), conditions: asked.conditions };
    const recordType = await this.conditions.fittingType(organizationId, conditions, types);
    return { text, conditions, recordType };
  }

  /** Rejects a rule that contains more than a condition, because the rest would be lost. */
  private async ofText(organizationId: string, text: string, type: ConditionRecord): Promise<readonly ConditionJson[]> {
    const { rules } = await this.rules.convert(organizationId, { source: `${headOf(type)}${text}\n}\n` });
    const { conditions: group } = (rules[0] ?? {}) as { readonly conditions?: ConditionJson };
    if (rules.length !== 1 || group === undefined) throw invalid({ text: 'must be a single condition' });
    const { operator, conditions } = group as { readonly operator?: string; readonly conditions?: ConditionJson[] };
    const leaves = operator === 'AND' && Array.isArray(conditions) ? conditions : [group];
    const alone = (await this.rules.convert(organizationId, { form: formOf(leaves, type) })).rules[0];
    if (besidesCondition(rules[0]!) !== besidesCondition(alone!))
      throw invalid({ text: 'must be a condition with nothing after it' });
    if (leaves.length > automationLimits.conditions)
      throw invalid({ text: `must have at most ${automationLimits.conditions} conditions, all of which hold` });
    return leaves;
  }

  private async toText(
    organizationId: string,
    conditions: readonly ConditionJson[],
    type: ConditionRecord,
  ): Promise<string> {
    return whenOf((await this.rules.convert(organizationId, { form: formOf(conditions, type) })).formatted);
  }
}

const formOf = (conditions: readonly ConditionJson[], type: ConditionRecord) => ({
  ...{ key: 'conditions', name: 'Conditions', targetEntityTypes: [type] },
  conditions: { operator: 'AND', conditions },
});

const besidesCondition = ({ conditions: _, ...rest }: ConvertedRules['rules'][number]): string => JSON.stringify(rest);

/** Returns the text after `when` in a formatted rule that contains nothing after the condition. */
function whenOf(formatted: ConvertedRules['formatted']): string {
  const found = /^\s*when\s+([^]*?)\s*\}\s*$/m.exec(formatted);
  if (!found) throw new ApiError('INVALID_CONDITIONS', 'The conditions cannot be shown as text');
  return found[1]!.replace(/\n {1,3}(?=\S)/g, '\n');
}
