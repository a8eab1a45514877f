import type { ActionJson } from './action-json.js';
import type { ConditionsJson } from './condition-json.js';
import type { NumberJson } from './literal-json.js';
import type { ObjectJson } from './object-json.js';
import type { ValueJson } from './value-json.js';

export interface LetJson {
  readonly name: string;
  readonly value: ValueJson;
}

/** Days or timestamps as ISO text. Both are included. */
export interface TemporalWindowJson {
  readonly from: string;
  readonly to?: string;
}

/** `scope { … }`, with the header `effective` as `temporalWindow`. */
export type RuleScopeJson = ObjectJson | { readonly temporalWindow: TemporalWindowJson };

/** The JSON form of a rule's text. A header not in the text is absent; `ruleDefaults` contains its value. */
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
  /** Trigger names of the platform (`transaction_created`). Absent for all triggers of the targets. */
  readonly triggers?: readonly string[];
  /** Keys of matrices as in the text. The host replaces them by ids. */
  readonly riskMatrixIds?: readonly string[];
  readonly tags?: readonly ValueJson[];
  readonly scope?: RuleScopeJson;
  readonly evaluationMode?: string;
  readonly stopOnMatch?: true;
  readonly owner?: string;
  readonly reference?: string;
  readonly meta?: ObjectJson;
  readonly let: readonly LetJson[];
  /** Null only if the source of the rule has no readable condition. */
  readonly conditions: ConditionsJson | null;
  readonly actions: readonly ActionJson[];
}

/** The meaning of an absent header. */
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
