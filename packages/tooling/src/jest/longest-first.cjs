// Long test files come first, so that no processor waits for the other at the end. jest knows how long they took the last time; in a
// new clone it is told (`npm run test:costs` writes the table).
const { default: Sequencer } = require('@jest/test-sequencer');
const path = require('node:path');
const recorded = require('./test-seconds.json');

class LongestFirst extends Sequencer {
  /** Projects share one id, and with it the cache of transformed sources, but not what they know of their tests. */
  _getCachePath({ config }) {
    return super._getCachePath({ config: { ...config, id: `${config.id}-${config.displayName?.name}` } });
  }

  time(test) {
    return super.time(test) ?? (recorded[path.relative(test.context.config.rootDir, test.path)] ?? 0) * 1_000;
  }
}

module.exports = LongestFirst;
