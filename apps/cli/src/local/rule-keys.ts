import type { RuleSetContent } from '@tamis/engine';
import { readRules } from '@tamis/lang';

/** Of the rules of a set, in its order. */
export const ruleKeys = ({ rules }: RuleSetContent): readonly string[] =>
  rules.flatMap(({ source }) => readRules(source).file.rules.map(({ key }) => key.text));
