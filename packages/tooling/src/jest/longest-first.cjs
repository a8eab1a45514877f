// Runs long test files first, so that no processor has to wait for the other at the end. jest knows the durations of the last run. In a new
// clone they come from a table (`npm run test:costs` writes it).
const { default: Sequencer } = require('@jest/test-sequencer');
const path = require('node:path');
const recorded = require('./test-seconds.json');

class LongestFirst extends Sequencer {
  /** Projects share one id, and therefore the cache of transformed sources, but not the information about their tests. */
  _getCachePath({ config }) {
    return super._getCachePath({ config: { ...config, id: `${config.id}-${config.displayName?.name}` } });
  }

  time(test) {
    return super.time(test) ?? (recorded[path.relative(test.context.config.rootDir, test.path)] ?? 0) * 1_000;
  }
}

module.exports = LongestFirst;
