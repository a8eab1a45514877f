// Sources are ES modules, but jest runs them as CommonJS. Its native ES module mode keeps the module graph of every test file alive (40 MB
// each, and half as much time again for a test file that starts the API).
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { esmOnlyPackages, swcOptions } from './src/jest-transform.mjs';

const rootDir = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

const shared = {
  rootDir,
  // One cache for all projects: transformed files are shared between them.
  id: 'tamis',
  // Test files of one process are a group: they share modules, the API and its database.
  testEnvironment: '<rootDir>/packages/tooling/src/jest/group-environment.cjs',
  runtime: `${rootDir}/packages/tooling/src/jest/group-runtime.cjs`,
  // Workspace packages resolve to their TypeScript source, so no build is needed between an edit and its test.
  testEnvironmentOptions: { customExportConditions: ['@tamis/source', 'require', 'node', 'node-addons'] },
  transform: { '^.+\\.(ts|m?js)$': ['<rootDir>/packages/tooling/src/jest/transform.cjs', swcOptions] },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnlyPackages(rootDir).join('|')})/)`],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': ['$1.ts', '$1.js', '$1'],
    // These packages declare an entry point for `import` only, but jest resolves `require`.
    '^@chevrotain/([a-z-]+)$': '<rootDir>/node_modules/@chevrotain/$1/lib/src/api.js',
  },
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  modulePathIgnorePatterns: ['<rootDir>/(apps|packages)/[^/]+/dist/', '<rootDir>/(grammar|bench)/dist/'],
};

const endToEnd = [
  '<rootDir>/apps/**/*.e2e.test.ts',
  '<rootDir>/test/e2e/**/*.test.ts',
  '<rootDir>/test/attacks/**/*.e2e.test.ts',
];

export default {
  rootDir,
  // Tests wait for databases, processes and pages, and one more process per two processors uses that time.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  // No test asserts on time. This only ends tests that hang, also on a busy machine.
  testTimeout: 180_000,
  testSequencer: '<rootDir>/packages/tooling/src/jest/longest-first.cjs',
  // A process that uses more than this part of the memory ends after its test file, and the next file starts a new group.
  workerIdleMemoryLimit: 0.08,
  projects: [
    {
      ...shared,
      displayName: 'unit',
      roots: ['<rootDir>/grammar', '<rootDir>/packages', '<rootDir>/apps', '<rootDir>/bench', '<rootDir>/test'],
      testMatch: ['**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '/dist/', '\\.(e2e|browser)\\.test\\.ts$', '<rootDir>/test/e2e/'],
      globalSetup: '<rootDir>/packages/tooling/src/unit-setup.mjs',
    },
    {
      ...shared,
      displayName: 'e2e',
      roots: ['<rootDir>/apps', '<rootDir>/test'],
      testMatch: endToEnd,
      globalSetup: '<rootDir>/test/e2e/global-setup.mjs',
      globalTeardown: '<rootDir>/test/e2e/global-teardown.mjs',
    },
    {
      ...shared,
      displayName: 'browser',
      roots: ['<rootDir>/test/browser'],
      testMatch: ['<rootDir>/test/browser/**/*.browser.test.ts'],
      globalSetup: '<rootDir>/test/browser/global-setup.mjs',
      globalTeardown: '<rootDir>/test/e2e/global-teardown.mjs',
    },
  ],
};
