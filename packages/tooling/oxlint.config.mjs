// Everything that a linter can enforce is enforced here. Rules across files are in dependency-rules.mjs, and what neither can detect is in
// test/architecture/tidy.test.ts.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const noDefaultExport = [
  {
    selector: 'ExportDefaultDeclaration, ExportSpecifier[exported.name="default"]',
    message: 'Export by name: a default export has another name in every file that imports it.',
  },
];

/** Code that runs in browsers. */
const pages = [
  '**/apps/{console,kyc-page}/src/**/*.{ts,tsx}',
  '**/packages/rule-editor/src/**/*.ts',
  '**/apps/docs/playground/{address,messages,playground,start-text,styles}.ts',
];

// The body of a POST is checked after its key, so that a repeated request has the same response as before.
const bodiesOfPosts = [
  {
    selector:
      'MethodDefinition:has(> Decorator[expression.callee.name=/^Post$|UploadRoute$/]) Decorator[expression.callee.name="Body"]',
    message: 'Take PostBody from platform/idempotency.',
  },
  {
    selector:
      'MethodDefinition:not(:has(> Decorator[expression.callee.name=/^Post$|UploadRoute$/])) Decorator[expression.callee.name="PostBody"]',
    message: 'PostBody is checked by Post alone: take Body from @nestjs/common.',
  },
];

const wholeCents = ['BinaryExpression', 'AssignmentExpression'].map((kind) => ({
  selector: `${kind}[operator=/^(\\/|%|\\*\\*)=?$/], CallExpression[callee.property.name="toFixed"], CallExpression[callee.name="parseFloat"]`,
  message: 'Money is whole cents: no division, no fractions. domain/tokens.ts prints and reads tokens by their digits.',
}));

// Evaluation is a pure function of its arguments: the same facts have the same outcome in a replay a year later.
const pure = [
  'grammar/src',
  'packages/lang/src',
  'packages/library/src',
  'packages/screening/src/tax-ids',
  'packages/engine/src',
  'packages/reference/src',
  'packages/authoring/src/rule-tests',
];
const noClock = {
  selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
  message: 'Reads the clock: take the time as a parameter.',
};
const noWaiting = {
  selector: 'AwaitExpression, :function[async=true]',
  message: 'Evaluation is synchronous: gather facts before it, apply effects after it.',
};

/** Recommendations of ESLint for every file. */
const recommended = `
  for-direction no-async-promise-executor no-case-declarations no-compare-neg-zero no-cond-assign
  no-constant-binary-expression no-constant-condition no-control-regex no-debugger no-delete-var no-dupe-else-if
  no-duplicate-case no-empty no-empty-character-class no-empty-pattern no-empty-static-block no-ex-assign
  no-extra-boolean-cast no-fallthrough no-global-assign no-invalid-regexp no-irregular-whitespace
  no-loss-of-precision no-misleading-character-class no-nonoctal-decimal-escape no-prototype-builtins
  no-regex-spaces no-self-assign no-shadow-restricted-names no-sparse-arrays no-unassigned-vars
  no-unexpected-multiline no-unsafe-finally no-unsafe-optional-chaining no-unused-labels
  no-unused-private-class-members no-useless-assignment no-useless-backreference no-useless-catch
  no-useless-escape preserve-caught-error require-yield use-isnan valid-typeof`;

/** Recommendations for files without types. In others the compiler detects these problems. */
const recommendedWithoutTypes = `
  constructor-super getter-return no-class-assign no-const-assign no-dupe-class-members no-dupe-keys
  no-func-assign no-import-assign no-new-native-nonconstructor no-obj-calls no-redeclare no-setter-return
  no-this-before-super no-undef no-unreachable no-unsafe-negation no-with`;

/** What typescript-eslint recommends where types are known. */
const recommendedWithTypes = `
  await-thenable ban-ts-comment no-array-delete no-base-to-string no-duplicate-enum-values
  no-duplicate-type-constituents no-empty-object-type no-explicit-any no-extra-non-null-assertion
  no-floating-promises no-for-in-array no-implied-eval no-misused-new no-misused-promises no-namespace
  no-non-null-asserted-optional-chain no-redundant-type-constituents no-require-imports no-this-alias
  no-unnecessary-type-assertion no-unnecessary-type-constraint no-unsafe-argument no-unsafe-assignment
  no-unsafe-call no-unsafe-declaration-merging no-unsafe-enum-comparison no-unsafe-function-type
  no-unsafe-member-access no-unsafe-return no-unsafe-unary-minus no-wrapper-object-types only-throw-error
  prefer-as-const prefer-namespace-keyword prefer-promise-reject-errors restrict-plus-operands
  restrict-template-expressions triple-slash-reference unbound-method`;

const errors = (names, plugin = '') =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [`${plugin}${name}`, 'error']),
  );

const syntax = (...selectors) => ({ 'eslint-js/no-restricted-syntax': ['error', ...selectors] });
const shortFunctions = { 'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }] };
const importTypes = 'typescript/consistent-type-imports';

const typed = {
  ...errors(recommendedWithTypes, 'typescript/'),
  ...errors('no-array-constructor no-var prefer-const prefer-rest-params prefer-spread no-unused-expressions'),
  [importTypes]: ['error', { disallowTypeAnnotations: false }],
  'typescript/switch-exhaustiveness-check': [
    'error',
    { allowDefaultCaseForExhaustiveSwitch: false, considerDefaultExhaustiveForUnions: true },
  ],
  'typescript/no-unnecessary-condition': ['error', { allowConstantLoopConditions: 'only-allowed-literals' }],
  'no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
  ...shortFunctions,
  ...syntax(...noDefaultExport),
  eqeqeq: ['error', 'always', { null: 'ignore' }],
};

/** Files with decorators, in which Nest reads the types of parameters at run time. */
const api = fileURLToPath(new URL('../../apps/api/src/', import.meta.url));
const decorated = readdirSync(api, { recursive: true })
  .filter((path) => path.endsWith('.ts') && /^\s*@[A-Z]\w*\(/m.test(readFileSync(api + path, 'utf8')))
  .map((path) => `**/apps/api/src/${path}`);

export default {
  plugins: ['typescript'],
  jsPlugins: [{ name: 'eslint-js', specifier: 'oxlint-plugin-eslint' }],
  categories: { correctness: 'off' },
  options: { reportUnusedDisableDirectives: 'error', typeAware: true, typeCheck: true },
  rules: errors(recommended),
  overrides: [
    { files: ['**/*.ts', '**/*.tsx', '**/*.cts'], rules: typed },
    { files: decorated, rules: { [importTypes]: 'off' } },
    {
      // Code for browsers is checked with their globals and without those of Node.
      files: pages,
      rules: {
        // Event handlers of elements may be asynchronous: their errors are shown by the mutation that they start.
        'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
        ...syntax(
          ...noDefaultExport,
          {
            selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
            message: 'Text is put into pages as text: what is sent by others may hold markup.',
          },
          {
            selector: 'JSXText[value=/\\p{L}{2}/u]',
            message: 'Texts come from i18n, in three languages.',
          },
        ),
      },
    },
    {
      files: [...pure, 'packages/stdx/src', 'packages/engine-pool/src'].map((folder) => `**/${folder}/**/*.ts`),
      rules: { 'no-console': 'error' },
    },
    {
      files: pure.map((folder) => `**/${folder}/**/*.ts`),
      rules: {
        'no-restricted-globals': [
          'error',
          'process',
          'performance',
          'fetch',
          'setTimeout',
          'setInterval',
          'setImmediate',
        ],
        'no-restricted-properties': [
          'error',
          { object: 'Date', property: 'now', message: 'Take the time as a parameter.' },
          { object: 'Math', property: 'random', message: 'Take randomness as a parameter.' },
        ],
        ...syntax(...noDefaultExport, noClock, noWaiting),
      },
    },
    {
      // The globals that open connections. The rule `egress-is-one-place` covers imports for that purpose.
      files: ['**/apps/api/src/**/*.ts'],
      excludeFiles: ['**/apps/api/src/platform/egress/**', '**/*.test.ts'],
      rules: {
        'no-restricted-globals': [
          'error',
          ...['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'].map((name) => ({
            name,
            message: 'Connections go out through platform/egress.',
          })),
        ],
      },
    },
    {
      files: ['**/apps/api/src/**/*.ts'],
      excludeFiles: [
        '**/apps/api/src/platform/idempotency/post.ts',
        '**/apps/api/src/platform/http/validation/query.ts',
      ],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            name: '@nestjs/common',
            importNames: ['Post'],
            message: 'A POST acts once under its Idempotency-Key: take Post from platform/idempotency.',
          },
          {
            name: '@nestjs/common',
            importNames: ['Query'],
            message: 'Routes that read no query refuse its parameters: take Query from platform/http.',
          },
        ],
        ...syntax(...noDefaultExport, ...bodiesOfPosts),
      },
    },
    {
      // Amounts in cents are integers and never computed as fractions. domain/tokens.ts prints them digit by digit.
      files: ['**/apps/api/src/modules/tenancy/billing/**/*.ts'],
      excludeFiles: ['**/*.test.ts'],
      rules: {
        ...syntax(...noDefaultExport, ...bodiesOfPosts, ...wholeCents),
      },
    },
    {
      // Programs whose flags are set by signals and callbacks, which the rule cannot detect.
      files: ['**/apps/local/**/*.ts', '**/bench/**/*.ts'],
      rules: { 'typescript/no-unnecessary-condition': 'off' },
    },
    {
      files: ['**/*.test.ts', '**/test/{architecture,attacks,browser,conformance,differential,e2e,promises}/**/*.ts'],
      rules: {
        // A `describe` contains the tests of a whole file.
        'max-lines-per-function': 'off',
        // Response bodies are `any` until an expectation checks them.
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
        'typescript/no-unnecessary-condition': 'off',
      },
    },
    {
      files: ['**/*.mjs'],
      env: { node: true },
      rules: {
        ...errors(recommendedWithoutTypes),
        'no-unused-vars': 'error',
        ...shortFunctions,
        ...syntax(...noDefaultExport),
      },
    },
    {
      // Files that jest loads with `require`.
      files: ['**/*.cjs'],
      env: { commonjs: true, node: true },
      rules: errors(recommendedWithoutTypes),
    },
    {
      // Tools read the default export of these files.
      files: ['**/*.config.mjs', '**/*-setup.mjs', '**/*-teardown.mjs', '**/apps/docs/site/.vitepress/**/*.mjs'],
      rules: { 'eslint-js/no-restricted-syntax': 'off' },
    },
  ],
};
