// jest has a separate module registry for every test file, so that each of them loads the sources again: two to three seconds for one that
// starts the API. Here a worker process has one registry for all its test files. Only the test file itself, its modules from test folders,
// and the parts of jest that hold its tests are loaded again for each.
const asyncHooks = require('node:async_hooks');
const path = require('node:path');
const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Compiled code of jest, which is executed again for each test file. */
const compiled = new Map();

/** Compiles for the context of the process, because globals of a `vm` context are looked up through a proxy on every use. */
function compileHere(runtime) {
  const { executor } = runtime;
  const compile = executor.compile.bind(executor);
  executor.compile = (source, filename) => {
    const isOfJest = /[\\/]node_modules[\\/]/.test(filename);
    const known = isOfJest ? compiled.get(filename) : undefined;
    if (known) return known;
    try {
      const made = vm.compileFunction(source, executor.injectedModuleParameters, { filename });
      if (isOfJest) compiled.set(filename, made);
      return made;
    } catch {
      // jest reports what is wrong with a source, and where.
      return compile(source, filename);
    }
  };
}

/** fastify searches it module by module for the name of each plugin, which is a tenth of the start of an API. */
const noCache = Object.freeze(Object.create(null));

class ModulesOfGroup extends Runtime {
  constructor(...args) {
    super(...args);
    compileHere(this);
    this.registries.getRequireCacheProxy = () => noCache;
  }

  // The process is the real one.
  installGetBuiltinModule() {}
}

/**
 * Each test file runs its tests in a separate `AsyncLocalStorage`. Each used one slows down every promise of the process until it is
 * disabled. Returns a function that disables those of the runtime.
 */
function disableStorages({ coreModule }) {
  const made = [];
  const requireCore = coreModule.require.bind(coreModule);
  class StorageOfTestFile extends asyncHooks.AsyncLocalStorage {
    constructor(...args) {
      super(...args);
      made.push(this);
    }
  }
  coreModule.require = (name) =>
    /^(?:node:)?async_hooks$/.test(name) ? { ...asyncHooks, AsyncLocalStorage: StorageOfTestFile } : requireCore(name);
  return () => {
    for (const storage of made) storage.disable();
  };
}

let shared;

class GroupRuntime extends ModulesOfGroup {
  constructor(...args) {
    super(...args);
    shared ??= new ModulesOfGroup(...args);
    // Stack traces of errors refer to lines of sources, regardless of the runtime that has loaded them.
    this.transformCache.sourceMaps = shared.transformCache.sourceMaps;
    this.disableStorages = disableStorages(this);
  }

  requireModule(from, moduleName, options, isRequireActual) {
    // Without a name, the module is the test file.
    return moduleName !== undefined && !options?.isInternalModule && !this.isOfTests(from, moduleName)
      ? shared.requireModule(from, moduleName, options, isRequireActual)
      : super.requireModule(from, moduleName, options, isRequireActual);
  }

  isOfTests(from, moduleName) {
    if (!moduleName.startsWith('.')) return false;
    const file = path.relative(this._config.rootDir, this._resolution.resolveCjs(from, moduleName));
    return file.split(path.sep).includes('test') && !file.startsWith('node_modules');
  }

  teardown() {
    super.teardown();
    this.disableStorages();
    // The text of loaded sources is no longer needed.
    shared.transformCache.clear();
    shared.fileCache.clear();
  }
}

// Static members that jest calls are inherited.
module.exports = GroupRuntime;
