import type { ListBinding } from '@tamis/lang';

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
}
