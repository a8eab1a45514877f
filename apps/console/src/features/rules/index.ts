import { lazy } from 'react';
import { loadCode } from '../../data/load-code.js';

export { ruleQuery, rulesQuery } from './queries.js';

/** Loaded together with the language once the user writes rule text. */
export const RuleText = lazy(async () => ({
  default: (await loadCode(() => import('./parts/rule-text.js'))).RuleText,
}));
