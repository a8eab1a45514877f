import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the names of installed packages that are ES modules. jest loads CommonJS, so these are transformed, while all other packages are
 * not. Computed, because every NestJS upgrade changes the list.
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

// The same setting for everything that jest transforms. It mirrors tsconfig.base.json: a difference would let a test pass for code that is
// built differently.
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
