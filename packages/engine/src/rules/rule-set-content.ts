import type { ListBinding, NumberFormat, Target } from '@tamis/lang';

/** One version of a rule in a rule set. */
export interface RuleContent {
  readonly ruleId: string;
  readonly version: number;
  readonly status: 'active' | 'shadow';
  /** Text form: one `rule` block and its declarations. */
  readonly source: string;
  /** The caller's id of the rule, shown in summaries. */
  readonly externalId: string | null;
  /** ISO 8601. Determines the order of rules with equal priority. */
  readonly createdAt: string;
  /**
   * Ids that the caller assigned to conditions, by index of the leaf in tree order. Absent if all are generated. They do not affect
   * results.
   */
  readonly conditionIds?: Readonly<Record<number, string>>;
}

/** How the scores of its rules determine a level and a decision (language manual 7.1). Numbers are points. */
export interface MatrixContent {
  readonly matrixId: string;
  /** Name in rule text. */
  readonly key: string;
  readonly name: string;
  readonly version: number;
  /** Targets its rules may have. Absent for all. */
  readonly targets?: readonly Target[];
  /**
   * `shadow`: its rules are recorded but not counted, and its band does not count. `inactive`: rules may name it, but it is never executed.
   */
  readonly status: 'active' | 'shadow' | 'inactive';
  readonly scale: { readonly minimum: number; readonly maximum: number };
  /** Strictly increasing. */
  readonly thresholds: { readonly low: number; readonly medium: number; readonly high: number };
  /** Weakest first. `from` increases with strength. */
  readonly bands: readonly { readonly decision: string; readonly from: number }[];
  /** Decision below all bands. */
  readonly otherwise: string;
  /** Whether rules are evaluated for the matrix, by platform name of the trigger (`entity_updated`). If absent, the rules decide. */
  readonly events?: Readonly<Record<string, MatrixEvent>>;
  /** What its score triggers after the decision. Executed by the user of the set. Absent for nothing. */
  readonly triggers?: readonly ScoreTrigger[];
}

/** An action triggered by the score of a matrix. It is not part of the decision. */
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
  /** JSON paths to watch; empty for all. If none of them changed, the user of the set leaves the matrix out. */
  readonly watch: readonly string[];
}

/**
 * A rule set as a value: everything other than the data that can affect results. Plain JSON, so that it can be sent to workers and stored
 * as it is. Its id is `ruleSetVersion(content)`.
 */
export interface RuleSetContent {
  readonly rules: readonly RuleContent[];
  /** Lists that the rules use, by the reference in the text. */
  readonly lists: Readonly<Record<string, ListBinding>>;
  readonly baseCurrency: string;
  /** IANA time zone. */
  readonly timezone: string;
  /** Absent for the default. */
  readonly numberFormat?: NumberFormat | undefined;
  /** Absent if there are none. */
  readonly matrices?: readonly MatrixContent[];
  /** Keys of the matrices that an evaluation executes, in order, if it names none. */
  readonly defaultMatrices?: Readonly<Partial<Record<Target, readonly string[]>>>;
}
