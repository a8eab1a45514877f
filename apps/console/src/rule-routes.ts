import { createRoute } from '@tanstack/react-router';
import { readApprovalsSearch, readRuleSetsSearch } from './features/releases/model/releases-search.js';
import {
  readHealthSearch,
  readHistorySearch,
  readRuleSearch,
  readRulesSearch,
} from './features/rules/model/rules-search.js';
import { readParametersSearch } from './features/sweeps/model/params.js';
import { inside, organization } from './organization-route.js';
import { lazyScreen } from './person-routes.js';

const rules = createRoute({
  getParentRoute: () => organization,
  path: '/rules',
  validateSearch: readRulesSearch,
  staticData: { usual: { page: '1', tripped: 'false' } },
  component: lazyScreen(() => import('./features/rules/pages/rules-page.js'), 'RulesPage'),
});

const rule = createRoute({
  getParentRoute: () => organization,
  path: '/rules/$ruleId',
  validateSearch: readRuleSearch,
  staticData: { usual: { release: 'false', unknowns: 'false' } },
  component: lazyScreen(() => import('./features/rules/pages/rule-page.js'), 'RulePage'),
});

const ruleHealth = createRoute({
  getParentRoute: () => organization,
  path: '/rules/$ruleId/health',
  validateSearch: readHealthSearch,
  staticData: { usual: { days: '14' } },
  component: lazyScreen(() => import('./features/rules/pages/rule-health-page.js'), 'RuleHealthPage'),
});

const ruleHistory = createRoute({
  getParentRoute: () => organization,
  path: '/rules/$ruleId/history',
  validateSearch: readHistorySearch,
  staticData: { usual: { page: '1' } },
  component: lazyScreen(() => import('./features/rules/pages/rule-history-page.js'), 'RuleHistoryPage'),
});

const approvals = createRoute({
  getParentRoute: () => organization,
  path: '/rules/approvals',
  validateSearch: readApprovalsSearch,
  staticData: { usual: { status: 'pending', page: '1' } },
  component: lazyScreen(() => import('./features/releases/pages/approvals-page.js'), 'ApprovalsPage'),
});

const ruleSets = createRoute({
  getParentRoute: () => organization,
  path: '/rules/sets',
  validateSearch: readRuleSetsSearch,
  staticData: { usual: { page: '1' } },
  component: lazyScreen(() => import('./features/releases/pages/rule-sets-page.js'), 'RuleSetsPage'),
});

const parameters = createRoute({
  getParentRoute: () => organization,
  path: '/rules/params',
  validateSearch: readParametersSearch,
  component: lazyScreen(() => import('./features/sweeps/pages/parameters-page.js'), 'ParametersPage'),
});

/** Routes below the list of rules. */
export const ruleRoutes = [
  rules,
  rule,
  ruleHealth,
  ruleHistory,
  approvals,
  ruleSets,
  parameters,
  inside('/rules/files', async () => (await import('./features/rules/pages/rule-files-page.js')).RuleFilesPage),
  inside('/rules/new', async () => (await import('./features/rules/pages/new-rule-page.js')).NewRulePage),
] as const;
