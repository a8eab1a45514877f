// Test files of one worker process share its global object, like the modules of a program: there is no `vm` context, so globals are as fast
// as in production, and a module loaded for one file is reused for the next (group-runtime.cjs). Changes that a file makes to the process
// are undone here.
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const v8 = require('node:v8');
const vm = require('node:vm');
const { endSharedWithWorker } = require('./end-with-process.cjs');
const { beginCost } = require('./record-cost.cjs');

endSharedWithWorker();

/** jest requires it, but it is not used: group-runtime.cjs compiles for the context of the process. */
const unusedContext = vm.createContext();

/**
 * When jest would end a process because of `workerIdleMemoryLimit`, garbage is collected first, because starting the next group takes ten
 * times as long.
 */
const collectAboveBytes = 0.9e9;

function collectGarbage() {
  if (process.memoryUsage().heapUsed < collectAboveBytes) return;
  v8.setFlagsFromString('--expose-gc');
  vm.runInNewContext('gc')();
}

/** Properties that jest keeps on the global object for one test file. */
const keptByJest = /^Symbol\((EVENT_HANDLERS|JEST_STATE_SYMBOL|TEST_TIMEOUT_SYMBOL|RETRY_\w+|\w+_RETRY)\)$/;

class GroupEnvironment {
  constructor({ projectConfig }, { testPath }) {
    this.endCost = beginCost(testPath, projectConfig.rootDir);
    this.global = globalThis;
    this.conditions = projectConfig.testEnvironmentOptions.customExportConditions;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.before = {
      console: globalThis.console,
      exit: process.exit,
      env: { ...process.env },
      directory: process.cwd(),
    };
    forgetTests();
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    const { console, exit, env, directory } = this.before;
    globalThis.console = console;
    process.exit = exit;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    process.chdir(directory);
    forgetTests();
    collectGarbage();
    this.endCost();
  }

  exportConditions() {
    return this.conditions;
  }

  getVmContext() {
    return unusedContext;
  }
}

function forgetTests() {
  for (const symbol of Object.getOwnPropertySymbols(globalThis)) {
    if (keptByJest.test(symbol.toString())) delete globalThis[symbol];
  }
}

module.exports = GroupEnvironment;
