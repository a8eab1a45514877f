import { lazy } from 'react';
import { loadCode } from '../../data/load-code.js';

export { ruleQuery, rulesQuery } from './queries.js';

/** Loaded with the language when somebody writes something in it. */
export const RuleText = lazy(async () => ({
  default: (await loadCode(() => import('./parts/rule-text.js'))).RuleText,
}));
