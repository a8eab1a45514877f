import type { ListBinding, Target } from '@tamis/lang';

/** One rule version inside a rule set. */
export interface RuleContent {
  readonly ruleId: string;
  readonly version: number;
  readonly status: 'active' | 'shadow';
  /** Text form: one `rule` block and the declarations it brings along. */
  readonly source: string;
  /** Caller's id of the rule, shown in summaries. */
  readonly externalId: string | null;
  /** ISO 8601; decides between rules of equal priority. */
  readonly createdAt: string;
  /** Ids the caller gave to conditions, by index of the leaf in tree order. Absent: all are made up. They change no answer. */
  readonly conditionIds?: Readonly<Record<number, string>>;
}

/** How the scores of its rules become a label and a decision (language manual 7.1). Numbers are points. */
export interface MatrixContent {
  readonly matrixId: string;
  /** Name in rule text. */
  readonly key: string;
  readonly name: string;
  readonly version: number;
  /** What its rules may be for. Absent: everything. */
  readonly targets?: readonly Target[];
  /** `shadow`: its rules are recorded, never counted, and its band does not count. `inactive`: rules may name it, and it never runs. */
  readonly status: 'active' | 'shadow' | 'inactive';
  readonly scale: { readonly minimum: number; readonly maximum: number };
  /** Strictly rising. */
  readonly thresholds: { readonly low: number; readonly medium: number; readonly high: number };
  /** Strongest last, `from` rises with strength. */
  readonly bands: readonly { readonly decision: string; readonly from: number }[];
  /** Below all bands. */
  readonly otherwise: string;
  /** By the platform's name of a trigger (`entity_updated`): whether rules run on it for the matrix. Absent: as the rules say. */
  readonly events?: Readonly<Record<string, MatrixEvent>>;
  /** What its score sets off after the decision, carried out by whoever runs the set. Absent: nothing. */
  readonly triggers?: readonly ScoreTrigger[];
}

/** Something to be done where the score of a matrix is what it says; no part of the decision. */
export interface ScoreTrigger {
  readonly name: string;
  readonly description: string;
  /** Compared with the normalized score of the matrix, 0 to 100. */
  readonly condition: {
    readonly field: 'riskScore';
    readonly operator: 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte';
    readonly value: number;
  };
  readonly action: 'create_alert' | 'create_investigation' | 'send_notification' | 'block_entity' | 'require_review';
  readonly priority: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
}

export interface MatrixEvent {
  readonly enabled: boolean;
  /** JSON paths; empty: all. Whoever runs the set leaves the matrix out where none of them changed. */
  readonly watch: readonly string[];
}

/**
 * A rule set as a value: everything besides the data that can change an answer. Pure JSON, so it travels to workers and into
 * storage as it is. Its id is `ruleSetVersion(content)`.
 */
export interface RuleSetContent {
  readonly rules: readonly RuleContent[];
  /** Lists the rules name, by the reference used in the text. */
  readonly lists: Readonly<Record<string, ListBinding>>;
  readonly baseCurrency: string;
  /** IANA zone. */
  readonly timezone: string;
  /** Absent: none. */
  readonly matrices?: readonly MatrixContent[];
  /** Keys of the matrices a run executes when it names none, in order. */
  readonly defaultMatrices?: Readonly<Partial<Record<Target, readonly string[]>>>;
}
