import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Names of the installed packages that are written as ES modules. jest loads CommonJS, so these are transformed where all
 * other packages are left alone. Computed, since every NestJS upgrade changes the list.
 *
 * @param {string} root directory that holds `node_modules`
 * @returns {string[]}
 */
export function esmOnlyPackages(root) {
  const modules = join(root, 'node_modules');
  const names = readdirSync(modules).flatMap((entry) =>
    entry.startsWith('@') ? readdirSync(join(modules, entry)).map((name) => `${entry}/${name}`) : [entry],
  );
  return names.filter((name) => {
    const manifest = join(modules, name, 'package.json');
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).type === 'module';
  });
}

// One setting for everything jest transforms. It mirrors tsconfig.base.json: a difference would let a test pass on code
// that is built otherwise.
export const swcOptions = {
  swcrc: false,
  sourceMaps: 'inline',
  module: { type: 'commonjs' },
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  },
};
