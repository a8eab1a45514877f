import type { RuleSetDiff } from '../../../decisions/rule-sets/index.js';

/** One thing that another rule set makes different. */
export interface SetChange {
  /** Key of a rule; `param limit`; `matrix core`. */
  readonly key: string;
  /** Versions of a rule or a matrix, values of a parameter; null: the set does not have it. */
  readonly from: unknown;
  readonly to: unknown;
  readonly words: readonly string[];
}

/** A difference of sets as one list. */
export const setChanges = ({ rules, params, matrices }: RuleSetDiff): readonly SetChange[] => [
  ...rules.map(({ key, change, from, to, words }) => ({ key, from, to, words: words.length > 0 ? words : [change] })),
  ...params.map(({ name, from, to }) => ({
    key: `param ${name}`,
    from,
    to,
    words: [`${JSON.stringify(from)} → ${JSON.stringify(to)}`],
  })),
  ...matrices.map(({ key, change, from, to }) => ({ key: `matrix ${key}`, from, to, words: [change] })),
];
