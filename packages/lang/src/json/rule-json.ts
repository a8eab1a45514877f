import type { ActionJson } from './action-json.js';
import type { ConditionsJson } from './condition-json.js';
import type { NumberJson } from './literal-json.js';
import type { ObjectJson } from './object-json.js';
import type { ValueJson } from './value-json.js';

export interface LetJson {
  readonly name: string;
  readonly value: ValueJson;
}

/** Days, or instants, as ISO text; both included. */
export interface TemporalWindowJson {
  readonly from: string;
  readonly to?: string;
}

/** `scope { … }` with the header `effective` as `temporalWindow`. */
export type RuleScopeJson = ObjectJson | { readonly temporalWindow: TemporalWindowJson };

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
  /** Keys of matrices, as the text has them; the host puts ids in their place. */
  readonly riskMatrixIds?: readonly string[];
  readonly tags?: readonly ValueJson[];
  readonly scope?: RuleScopeJson;
  readonly evaluationMode?: string;
  readonly stopOnMatch?: true;
  readonly owner?: string;
  readonly reference?: string;
  readonly meta?: ObjectJson;
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
  evaluationMode: 'sync',
  stopOnMatch: false,
} as const;
