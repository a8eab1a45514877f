import { pageRules } from './page-rules.mjs';

// Which file may import which. dependency-cruiser enforces these rules in `npm test`, and test/architecture proves that each of them is
// effective.

/** The dependency order: each layer may import the ones before it. */
const layers = [
  { name: 'stdx', path: '^packages/stdx/' },
  { name: 'grammar', path: '^grammar/' },
  { name: 'lang', path: '^packages/lang/' },
  { name: 'library', path: '^packages/library/' },
  { name: 'engine', path: '^packages/engine/' },
  { name: 'engine-pool', path: '^packages/engine-pool/' },
  { name: 'api', path: '^apps/api/' },
];

/** The top-level modules of the API, each with the modules that it may import. */
const rooms = [
  { name: 'tenancy', below: [] },
  { name: 'casework', below: ['tenancy'] },
  { name: 'delivery', below: ['tenancy'] },
  { name: 'decisions', below: ['tenancy', 'casework'] },
  { name: 'rules', below: ['tenancy', 'casework', 'decisions', 'delivery'] },
  { name: 'parties', below: ['tenancy', 'casework', 'decisions'] },
  { name: 'events', below: ['tenancy', 'decisions', 'parties'] },
  { name: 'enrichment', below: ['tenancy', 'decisions', 'parties'] },
  { name: 'screening', below: ['tenancy', 'casework', 'decisions', 'rules', 'parties', 'enrichment'] },
  { name: 'ownership', below: ['tenancy', 'decisions', 'parties', 'events', 'enrichment', 'screening'] },
  { name: 'kyc', below: ['tenancy', 'casework', 'decisions', 'parties', 'enrichment'] },
  {
    name: 'automations',
    below: [
      ...['tenancy', 'casework', 'decisions', 'rules', 'delivery', 'parties', 'events', 'enrichment', 'screening'],
      'kyc',
    ],
  },
  {
    name: 'insight',
    below: ['tenancy', 'casework', 'decisions', 'rules', 'parties', 'events', 'enrichment', 'screening', 'ownership'],
  },
];

const source = (folders) => `^(${folders.join('|')})/src/`;
const withoutIo = [
  'grammar',
  'packages/lang',
  'packages/library',
  'packages/screening',
  'packages/enrichment',
  'packages/watchlists',
  'packages/ownership',
  'packages/identity-documents',
  'packages/engine',
  'packages/reference',
  'packages/dry-run',
  'packages/authoring',
];
/** Parts of packages that have a separate entry point. */
const moreEntries = [
  '^packages/audit-chain/src/chain-verifier[.]ts$',
  '^packages/design-tokens/tokens[.]css$',
  '^packages/stdx/src/current-bundle[.]ts$',
  '^packages/testkit/src/hostile-files/index[.]ts$',
  '^packages/testkit/src/names/index[.]ts$',
  '^packages/testkit/src/reports/make-report[.]ts$',
  '^packages/testkit/src/watchlists/index[.]ts$',
  '^packages/dry-run/src/files/index[.]ts$',
  '^packages/authoring/src/[^/]+/index[.]ts$',
  '^packages/authoring/bundle/browser-entry[.](d[.]mts|mjs)$',
  '^packages/identity-documents/src/mrz/index[.]ts$',
  '^packages/screening/src/tax-ids/index[.]ts$',
  '^packages/screening/src/score/weights[.]ts$',
];
const devOnly = '^(test|bench|packages/(testkit|tooling))/|/test/|[.]test[.]ts$';

// Lower layers must not know higher ones: a rule has the same meaning wherever it is evaluated.
const oneWay = layers.slice(0, -1).map((layer, index) => ({
  name: `order-${layer.name}`,
  comment: `${layer.name} stands below ${layers
    .slice(index + 1)
    .map(({ name }) => name)
    .join(', ')} and is used by them.`,
  severity: 'error',
  from: { path: `${layer.path}src/` },
  to: { path: layers.slice(index + 1).map(({ path }) => path) },
}));

const walls = [
  {
    name: 'no-cycles',
    comment:
      'Folders in a cycle can only be understood, tested and moved together. Within one folder, files may call each ' +
      'other in turn: a walk over a recursive tree, one file per kind of node, has to.',
    severity: 'error',
    from: { path: '^(.+)/[^/]+$' },
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] }, via: { pathNot: '^$1/[^/]+$' } },
  },
  {
    name: 'no-unresolved',
    comment: 'An import that leads nowhere fails at the first start of production.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'reference-is-the-oracle',
    comment: 'The slow evaluator judges the fast one. Used in production code, it would be judged by itself.',
    severity: 'error',
    from: { pathNot: ['^packages/reference/', devOnly] },
    to: { path: '^packages/reference/' },
  },
  {
    name: 'testkit-and-tooling-are-for-development',
    comment: 'Production installs and starts without them. What `npm run build` runs is no part of it.',
    severity: 'error',
    from: { pathNot: [devOnly, '^(apps|packages)/[^/]+/(bundle/|build[.]mjs$)'] },
    to: { path: '^packages/(testkit|tooling)/' },
  },
  {
    name: 'apps-do-not-import-apps',
    comment: 'Apps meet over HTTP, as any caller does, so each can be deployed alone.',
    severity: 'error',
    from: { path: '^apps/([^/]+)/' },
    to: { path: '^apps/', pathNot: '^apps/$1/' },
  },
  {
    name: 'packages-do-not-import-apps',
    comment: 'A package serves every app, so it can know none.',
    severity: 'error',
    from: { path: '^(packages|grammar)/' },
    to: { path: '^apps/' },
  },
  {
    name: 'packages-through-their-exports',
    comment: 'What a package does not export may change without notice: import it by name, not by path.',
    severity: 'error',
    from: { path: '^((packages|apps)/[^/]+|grammar|bench)/src/', pathNot: '[.]test[.]ts$' },
    to: {
      path: '^(packages/[^/]+|grammar)/',
      pathNot: ['^$1/', '^grammar/src/index[.]ts$', '^packages/[^/]+/src/index[.]ts$', ...moreEntries],
    },
  },
  {
    name: 'module-through-its-index',
    comment: 'A module of the API shows the others its index.ts alone; its tables and services stay its own.',
    severity: 'error',
    from: { path: '^apps/api/src/modules/([^/]+/[^/]+)/', pathNot: '[.]test[.]ts$' },
    to: {
      path: '^apps/api/src/modules/',
      pathNot: ['^apps/api/src/modules/$1/', '^apps/api/src/modules/[^/]+/[^/]+/index[.]ts$'],
    },
  },
  {
    name: 'module-through-its-index-from-outside',
    comment: 'The same wall for what assembles the modules.',
    severity: 'error',
    from: { path: '^apps/api/src/', pathNot: ['^apps/api/src/modules/[^/]+/[^/]+/', '[.]test[.]ts$'] },
    to: {
      path: '^apps/api/src/modules/',
      pathNot: '^apps/api/src/modules/[^/]+/([^/]+/(index|[a-z-]+[.]module)|[a-z-]+[.]module)[.]ts$',
    },
  },
  ...rooms.map(({ name, below }) => ({
    name: `room-${name}`,
    comment: `The room ${name} stands above ${below.join(', ') || 'no other'}. A room that also knew those above it could not be read alone.`,
    severity: 'error',
    from: { path: `^apps/api/src/modules/${name}/`, pathNot: '[.]test[.]ts$' },
    to: { path: '^apps/api/src/modules/', pathNot: `^apps/api/src/modules/(${[name, ...below].join('|')})/` },
  })),
  {
    name: 'platform-knows-no-module',
    comment: 'Tenancy, auth and HTTP serve every module alike; knowing one would tie all others to it.',
    severity: 'error',
    from: { path: '^apps/api/src/platform/', pathNot: '[.]test[.]ts$' },
    to: { path: '^apps/api/src/modules/' },
  },
  {
    name: 'domain-is-plain',
    comment: 'Decisions about the business are readable and testable without a framework or a database.',
    severity: 'error',
    from: { path: '^apps/api/src/modules/[^/]+/[^/]+/domain/' },
    to: {
      path: [
        'node_modules/(@nestjs|typeorm|pg|fastify)/',
        '^apps/api/src/modules/[^/]+/[^/]+/(persistence|use-cases|http|dto)/',
      ],
    },
  },
  {
    name: 'use-cases-know-no-http',
    comment: 'The command line, jobs and tests use them as controllers do. Validated bodies stand in `dto`, for both.',
    severity: 'error',
    from: { path: '^apps/api/src/modules/[^/]+/[^/]+/(use-cases|persistence)/', pathNot: '[.]test[.]ts$' },
    to: { path: '^apps/api/src/modules/[^/]+/[^/]+/http/' },
  },
  {
    name: 'typeorm-in-persistence',
    comment: 'Queries stand where the tables stand, so that a change of a table is a change of one folder.',
    severity: 'error',
    from: {
      path: '^(apps|packages|grammar)/',
      pathNot: [
        '^apps/api/src/modules/[^/]+/[^/]+/persistence/',
        '^apps/api/src/platform/database/',
        '[.]module[.]ts$',
        devOnly,
      ],
    },
    to: { path: 'node_modules/(@nestjs/typeorm|typeorm)/' },
  },
  {
    name: 'nest-stays-in-apps',
    comment: 'The packages also run in workers, the command line and other servers.',
    severity: 'error',
    from: { path: '^(packages|grammar)/' },
    to: { path: 'node_modules/@nestjs/' },
  },
  {
    name: 'no-io-in-the-language',
    comment: 'Parsing, checking and evaluating read no file and open no socket: facts are gathered before.',
    severity: 'error',
    from: { path: source(withoutIo), pathNot: '^packages/dry-run/src/files/' },
    to: { path: '^(node:)?(net|tls|dgram|dns|http|http2|https|fs|fs/promises|child_process|cluster|os)$' },
  },
  {
    name: 'dry-runs-read-no-files',
    comment:
      'A dry run takes events from wherever they come. Who reads them from files begins with `@tamis/dry-run/files`.',
    severity: 'error',
    from: { path: '^packages/dry-run/src/', pathNot: '^packages/dry-run/src/files/' },
    to: { path: '^packages/dry-run/src/files/' },
  },
  {
    name: 'editors-run-no-rules',
    comment: 'What editors ask also runs in a browser, where neither the engine nor tests of rules have to be loaded.',
    severity: 'error',
    from: { path: '^packages/authoring/src/language-service/' },
    to: { path: ['^packages/(engine|library)/', '^packages/authoring/src/(?!language-service/)'] },
  },
  {
    name: 'tax-ids-stand-alone',
    comment: 'Tax numbers are judged without what compares names: its tables of letters are large.',
    severity: 'error',
    from: { path: '^packages/screening/src/tax-ids/' },
    to: { path: '^packages/screening/src/(?!tax-ids/)' },
  },
  {
    name: 'egress-is-one-place',
    comment:
      'What leaves the server leaves through platform/egress, which refuses sandbox organizations and inner addresses.',
    severity: 'error',
    from: { path: '^apps/api/src/', pathNot: ['^apps/api/src/platform/egress/', '[.]test[.]ts$'] },
    to: {
      path: [
        '^(node:)?(net|tls|dgram|dns|dns/promises|http|http2|https|child_process)$',
        'node_modules/(undici|axios|got|node-fetch|nodemailer|ws)/',
      ],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'threads-in-engine-pool',
    comment:
      'Four places know about threads, for evaluations, for screenings and their lists, for files that are replayed and for files ' +
      'that are sent, so everything else can be read as if there were none.',
    severity: 'error',
    from: {
      path: '^(apps|packages|grammar)/[^/]+/src/|^grammar/src/',
      pathNot: [
        '^packages/(engine-pool/|screening-pool/|dry-run/src/files/|table-files/src/reading/)',
        '[.]test[.]ts$',
      ],
    },
    to: { path: ['^(node:)?worker_threads$', 'node_modules/piscina/'] },
  },
  {
    name: 'production-code-imports-declared-packages',
    comment: 'A package that is only there because another one needs it can vanish with any update.',
    severity: 'error',
    from: {
      path: '^(apps|packages)/[^/]+/src/|^grammar/src/',
      pathNot: ['^packages/(testkit|tooling)/', '[.]test[.]ts$'],
    },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'], dependencyTypesNot: ['type-only'] },
  },
  ...pageRules,
  {
    name: 'no-orphans',
    comment: 'A file that nothing imports is dead, or was meant to be registered somewhere.',
    severity: 'error',
    from: {
      orphan: true,
      path: '/src/',
      pathNot: [
        '/src/(index|main|main[.][a-z-]+)[.]tsx?$',
        // Started by its URL as a web worker.
        '^packages/rule-editor/src/language-worker[.]ts$',
        '[.]css$',
        '[.](d|test)[.]ts$',
        '/src/platform/database/',
        '^packages/tooling/',
      ],
    },
    to: {},
  },
];

export const dependencyRules = {
  forbidden: [...oneWay, ...walls],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(grammar|bench|test|(packages|apps)/[^/]+)/(src/)?(dist|coverage|generated)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      conditionNames: ['@tamis/source', 'import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.cts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
      extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
    },
  },
};
