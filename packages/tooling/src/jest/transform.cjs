// Like @swc/jest, whose cache key includes the whole configuration of a project, so that each project transformed the same sources again.
const { createHash } = require('node:crypto');
const { createTransformer } = require('@swc/jest');
const { version } = require('@swc/core/package.json');
const { version: jestVersion } = require('@swc/jest/package.json');

module.exports = {
  createTransformer(options) {
    const swc = createTransformer(options);
    const settings = JSON.stringify([options, version, jestVersion, process.version]);
    return {
      ...swc,
      getCacheKey(source, path, { supportsStaticESM, instrument }) {
        const given = [settings, path, source, String(supportsStaticESM), String(instrument)];
        return createHash('sha256').update(given.join('\0')).digest('hex').slice(0, 32);
      },
    };
  },
};
