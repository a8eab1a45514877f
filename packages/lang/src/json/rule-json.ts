import type { ActionJson } from './action-json.js';
import type { ConditionsJson } from './condition-json.js';
import type { NumberJson } from './literal-json.js';
import type { ValueJson } from './value-json.js';

export interface LetJson {
  readonly name: string;
  readonly value: ValueJson;
}

/** The JSON form of what a rule's text says. A header the text does not have is absent: `ruleDefaults` holds its value. */
export interface RuleJson {
  readonly key: string;
  readonly name?: string;
  readonly description?: string;
  readonly category?: string;
  readonly priority?: NumberJson;
  readonly score?: NumberJson;
  readonly unknown?: string;
  readonly mode?: string;
  readonly targetEntityTypes?: readonly string[];
  /** Trigger names of the platform (`transaction_created`); absent: all triggers of the targets. */
  readonly triggers?: readonly string[];
  readonly let: readonly LetJson[];
  /** Null only where the source of the rule has no readable condition. */
  readonly conditions: ConditionsJson | null;
  readonly actions: readonly ActionJson[];
}

/** What an absent header means. */
export const ruleDefaults = {
  description: '',
  category: 'custom',
  priority: 50,
  score: 0,
  unknown: 'ignore',
  mode: 'live',
} as const;
