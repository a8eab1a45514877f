// What a machine can hold, it holds here; rules that cross files are in dependency-rules.mjs, and what neither
// can see is in test/architecture/tidy.test.ts.
import js from '@eslint/js';
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';

const root = fileURLToPath(new URL('../..', import.meta.url));

const noDefaultExport = [
  {
    selector: 'ExportDefaultDeclaration, ExportSpecifier[exported.name="default"]',
    message: 'Export by name: a default export has another name in every file that imports it.',
  },
];

/** Run by browsers. */
export const pages = [
  'apps/{console,kyc-page}/src/**/*.{ts,tsx}',
  'packages/rule-editor/src/**/*.ts',
  'apps/docs/playground/{address,messages,playground,start-text,styles}.ts',
];

// A body of a POST is checked after its key, so that a request that is sent again is answered as before.
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

// Evaluation is a function of its arguments: the same facts give the same outcome in a replay a year later.
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

export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', '**/generated/', '**/coverage/', 'rules-fixtures/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.cts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { project: 'packages/tooling/tsconfig.tests.json', tsconfigRootDir: root },
    },
    rules: {
      // Silent in files with decorators, where Nest reads parameter types at run time.
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { allowDefaultCaseForExhaustiveSwitch: false, considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // An `async` method without `await` is how an interface that returns a promise is met.
      '@typescript-eslint/require-await': 'off',
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': ['error', ...noDefaultExport],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    // What browsers run is checked with their globals, and without those of Node.
    files: pages,
    languageOptions: {
      parserOptions: { project: 'packages/tooling/tsconfig.pages.json', tsconfigRootDir: root },
    },
    rules: {
      // Handlers of elements may be asynchronous: what they throw is shown by the mutation that they begin.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      'no-restricted-syntax': [
        'error',
        ...noDefaultExport,
        {
          selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
          message: 'Text is put into pages as text: what is sent by others may hold markup.',
        },
        {
          selector: 'JSXText[value=/\\p{L}{2}/u]',
          message: 'Texts come from i18n, in three languages.',
        },
      ],
    },
  },
  {
    files: [...pure, 'packages/stdx/src', 'packages/engine-pool/src'].map((folder) => `${folder}/**/*.ts`),
    rules: { 'no-console': 'error' },
  },
  {
    files: pure.map((folder) => `${folder}/**/*.ts`),
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
      'no-restricted-syntax': ['error', ...noDefaultExport, noClock, noWaiting],
    },
  },
  {
    // The globals that open connections; what is imported for it is held by the rule `egress-is-one-place`.
    files: ['apps/api/src/**/*.ts'],
    ignores: ['apps/api/src/platform/egress/**', '**/*.test.ts'],
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
    files: ['apps/api/src/**/*.ts'],
    ignores: ['apps/api/src/platform/idempotency/post.ts', 'apps/api/src/platform/http/validation/query.ts'],
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
      'no-restricted-syntax': ['error', ...noDefaultExport, ...bodiesOfPosts],
    },
  },
  {
    // Cents are counted, never computed with fractions: domain/tokens.ts prints them by their digits.
    files: ['apps/api/src/modules/tenancy/billing/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...noDefaultExport, ...bodiesOfPosts, ...wholeCents],
    },
  },
  {
    // Programs whose flags are set by signals and callbacks, which the rule cannot see.
    files: ['apps/local/**/*.ts', 'bench/**/*.ts'],
    rules: { '@typescript-eslint/no-unnecessary-condition': 'off' },
  },
  {
    files: ['**/*.test.ts', 'test/**/*.ts'],
    rules: {
      // A `describe` holds a file's worth of tests.
      'max-lines-per-function': 'off',
      // Response bodies are `any` until an expectation looks at them.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
    },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: { process: 'readonly', performance: 'readonly', URL: 'readonly', console: 'readonly' },
    },
    rules: {
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': ['error', ...noDefaultExport],
    },
  },
  {
    // What jest loads by `require`.
    files: ['**/*.cjs'],
    languageOptions: { globals: { process: 'readonly', performance: 'readonly' } },
  },
  {
    // Tools read the default export of these.
    files: ['**/*.config.mjs', '**/*-setup.mjs', '**/*-teardown.mjs', 'apps/docs/site/.vitepress/**/*.mjs'],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
