import { createRoute, createRouter } from '@tanstack/react-router';
import { readTransactionsSearch } from './features/transactions/model/transactions-search.js';
import { readGraphSearch, readPartiesSearch } from './features/parties/model/parties-search.js';
import { readImportsSearch } from './features/imports/model/imports-search.js';
import { readCaseSearch, readInboxSearch } from './features/inbox/model/inbox-search.js';
import { readAutomationsSearch, readAutomationSearch } from './features/automations/model/automations-search.js';
import { readAuditSearch } from './features/audit/model/audit-search.js';
import { readDeliveriesSearch, readWebhooksSearch } from './features/webhooks/model/webhooks-search.js';
import { readMatricesSearch, readMatrixSearch } from './features/risk-matrices/model/matrices-search.js';
import {
  readDryRunsSearch,
  readLabSearch,
  readMatchesSearch,
  readStartSearch,
} from './features/dry-runs/model/matches-search.js';
import { readRatesSearch } from './features/currency-rates/model/rates-search.js';
import { readOpenSearch } from './shell/settings-pages.js';
import {
  readBillingSearch,
  readExecutionsSearch,
  readIntegrationsSearch,
} from './features/billing/model/billing-search.js';
import { readListSearch, readListsSearch } from './features/data-lists/model/lists-search.js';
import { inside, organization } from './organization-route.js';
import { lazyScreen, personRoutes, root } from './person-routes.js';
import { ruleRoutes } from './rule-routes.js';
import { BrokenScreen, FirstScreen } from './shell/plain-screens.js';

const inbox = createRoute({
  getParentRoute: () => organization,
  path: '/inbox',
  validateSearch: readInboxSearch,
  staticData: { usual: { kind: 'alerts' } },
  component: lazyScreen(() => import('./features/inbox/pages/inbox-page.js'), 'InboxPage'),
});

const caseFile = createRoute({
  getParentRoute: () => organization,
  path: '/cases/$caseId',
  validateSearch: readCaseSearch,
  component: lazyScreen(() => import('./features/inbox/pages/case-page.js'), 'CasePage'),
});

const transactions = createRoute({
  getParentRoute: () => organization,
  path: '/payments',
  validateSearch: readTransactionsSearch,
  staticData: { usual: { flagged: 'false' } },
  component: lazyScreen(() => import('./features/transactions/pages/transactions-page.js'), 'TransactionsPage'),
});

const parties = createRoute({
  getParentRoute: () => organization,
  path: '/parties',
  validateSearch: readPartiesSearch,
  component: lazyScreen(() => import('./features/parties/pages/parties-page.js'), 'PartiesPage'),
});

const partyGraph = createRoute({
  getParentRoute: () => organization,
  path: '/parties/$entityId/graph',
  validateSearch: readGraphSearch,
  component: lazyScreen(() => import('./features/parties/pages/graph-page.js'), 'GraphPage'),
});

const dryRuns = createRoute({
  getParentRoute: () => organization,
  path: '/dry-runs',
  validateSearch: readDryRunsSearch,
  component: lazyScreen(() => import('./features/dry-runs/pages/dry-runs-page.js'), 'DryRunsPage'),
});

const newDryRun = createRoute({
  getParentRoute: () => organization,
  path: '/dry-runs/new',
  validateSearch: readStartSearch,
  component: lazyScreen(() => import('./features/dry-runs/pages/new-dry-run-page.js'), 'NewDryRunPage'),
});

const report = createRoute({
  getParentRoute: () => organization,
  path: '/dry-runs/file',
  validateSearch: readMatchesSearch,
  component: lazyScreen(() => import('./features/dry-runs/pages/report-page.js'), 'ReportPage'),
});

const dryRun = createRoute({
  getParentRoute: () => organization,
  path: '/dry-runs/$dryRunId',
  validateSearch: readMatchesSearch,
  component: lazyScreen(() => import('./features/dry-runs/pages/dry-run-page.js'), 'DryRunPage'),
});

const newLab = createRoute({
  getParentRoute: () => organization,
  path: '/lab/new',
  validateSearch: readStartSearch,
  component: lazyScreen(() => import('./features/sweeps/pages/new-lab-page.js'), 'NewLabPage'),
});

const lab = createRoute({
  getParentRoute: () => organization,
  path: '/lab/$sweepId',
  validateSearch: readLabSearch,
  component: lazyScreen(() => import('./features/sweeps/pages/lab-page.js'), 'LabPage'),
});

const operate = createRoute({
  getParentRoute: () => organization,
  path: '/operate',
  // `kiosk` hides the menu and the bar, for a screen on a wall.
  validateSearch: ({ kiosk }: Readonly<Record<string, unknown>>): { readonly kiosk?: true } =>
    kiosk === undefined || kiosk === false ? {} : { kiosk: true },
  staticData: { usual: { kiosk: 'false' } },
  component: lazyScreen(() => import('./features/operations/pages/operate-page.js'), 'OperatePage'),
});

const audit = createRoute({
  getParentRoute: () => organization,
  path: '/operate/audit',
  validateSearch: readAuditSearch,
  component: lazyScreen(() => import('./features/audit/pages/audit-page.js'), 'AuditPage'),
});

const imports = createRoute({
  getParentRoute: () => organization,
  path: '/operate/imports',
  validateSearch: readImportsSearch,
  component: lazyScreen(() => import('./features/imports/pages/imports-page.js'), 'ImportsPage'),
});

const webhooks = createRoute({
  getParentRoute: () => organization,
  path: '/operate/webhooks',
  validateSearch: readWebhooksSearch,
  component: lazyScreen(() => import('./features/webhooks/pages/webhooks-page.js'), 'WebhooksPage'),
});

const webhook = createRoute({
  getParentRoute: () => organization,
  path: '/operate/webhooks/$webhookId',
  validateSearch: readDeliveriesSearch,
  component: lazyScreen(() => import('./features/webhooks/pages/webhook-page.js'), 'WebhookPage'),
});

const matrices = createRoute({
  getParentRoute: () => organization,
  path: '/settings/matrices',
  validateSearch: readMatricesSearch,
  staticData: { usual: { page: '1' } },
  component: lazyScreen(() => import('./features/risk-matrices/pages/matrices-page.js'), 'MatricesPage'),
});

const matrix = createRoute({
  getParentRoute: () => organization,
  path: '/settings/matrices/$matrixId',
  validateSearch: readMatrixSearch,
  component: lazyScreen(() => import('./features/risk-matrices/pages/matrix-page.js'), 'MatrixPage'),
});

const rates = createRoute({
  getParentRoute: () => organization,
  path: '/settings/rates',
  validateSearch: readRatesSearch,
  staticData: { usual: { page: '1' } },
  component: lazyScreen(() => import('./features/currency-rates/pages/rates-page.js'), 'RatesPage'),
});

const roles = createRoute({
  getParentRoute: () => organization,
  path: '/settings/roles',
  validateSearch: readOpenSearch,
  component: lazyScreen(() => import('./features/access/pages/roles-page.js'), 'RolesPage'),
});

const keys = createRoute({
  getParentRoute: () => organization,
  path: '/settings/keys',
  validateSearch: readOpenSearch,
  component: lazyScreen(() => import('./features/access/pages/keys-page.js'), 'KeysPage'),
});

const lists = createRoute({
  getParentRoute: () => organization,
  path: '/lists',
  validateSearch: readListsSearch,
  component: lazyScreen(() => import('./features/data-lists/pages/lists-page.js'), 'ListsPage'),
});

const list = createRoute({
  getParentRoute: () => organization,
  path: '/lists/$listId',
  validateSearch: readListSearch,
  staticData: { usual: { page: '1' } },
  component: lazyScreen(() => import('./features/data-lists/pages/list-page.js'), 'ListPage'),
});

const automations = createRoute({
  getParentRoute: () => organization,
  path: '/automations',
  validateSearch: readAutomationsSearch,
  component: lazyScreen(() => import('./features/automations/pages/automations-page.js'), 'AutomationsPage'),
});

const automation = createRoute({
  getParentRoute: () => organization,
  path: '/automations/$automationId',
  validateSearch: readAutomationSearch,
  component: lazyScreen(() => import('./features/automations/pages/automation-page.js'), 'AutomationPage'),
});

const billing = createRoute({
  getParentRoute: () => organization,
  path: '/settings/billing',
  validateSearch: readBillingSearch,
  component: lazyScreen(() => import('./features/billing/pages/billing-page.js'), 'BillingPage'),
});

const integrations = createRoute({
  getParentRoute: () => organization,
  path: '/settings/integrations',
  validateSearch: readIntegrationsSearch,
  staticData: { usual: { on: 'false' } },
  component: lazyScreen(() => import('./features/billing/pages/integrations-page.js'), 'IntegrationsPage'),
});

const executions = createRoute({
  getParentRoute: () => organization,
  path: '/settings/executions',
  validateSearch: readExecutionsSearch,
  component: lazyScreen(() => import('./features/billing/pages/executions-page.js'), 'ExecutionsPage'),
});

const routeTree = root.addChildren([
  ...personRoutes,
  organization.addChildren([
    inside('/', async () => FirstScreen),
    inbox,
    caseFile,
    ...ruleRoutes,
    inside('/recent', async () => (await import('./features/releases/pages/recent-page.js')).RecentPage),
    transactions,
    inside(
      '/payments/$transactionId/why',
      async () => (await import('./features/transactions/pages/why-page.js')).WhyPage,
    ),
    parties,
    inside('/parties/$entityId', async () => (await import('./features/parties/pages/party-page.js')).PartyPage),
    partyGraph,
    dryRuns,
    newDryRun,
    report,
    dryRun,
    newLab,
    lab,
    operate,
    webhooks,
    webhook,
    imports,
    inside(
      '/operate/imports/new',
      async () => (await import('./features/imports/pages/new-import-page.js')).NewImportPage,
    ),
    inside('/operate/imports/$jobId', async () => (await import('./features/imports/pages/import-page.js')).ImportPage),
    audit,
    inside('/settings', async () => (await import('./features/admin/pages/settings-page.js')).SettingsPage),
    inside('/settings/members', async () => (await import('./features/access/pages/members-page.js')).MembersPage),
    inside(
      '/settings/organization',
      async () => (await import('./features/organization/pages/organization-page.js')).OrganizationPage,
    ),
    matrices,
    matrix,
    rates,
    roles,
    keys,
    lists,
    inside('/lists/blocks', async () => (await import('./features/creation-blocks/pages/blocks-page.js')).BlocksPage),
    list,
    automations,
    automation,
    billing,
    integrations,
    executions,
  ]),
]);

export const newRouter = () =>
  createRouter({
    routeTree,
    basepath: '/console',
    scrollRestoration: true,
    defaultErrorComponent: BrokenScreen,
    defaultPreload: 'intent',
    // Values that a screen does not know are removed from its address.
    search: { strict: true },
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }

  interface StaticDataRouteOption {
    /** Values that a page leaves out of its address, because they are its usual ones. */
    readonly usual?: Readonly<Record<string, string>>;
  }
}
