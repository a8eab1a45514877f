import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { installScripts } from '../../packages/tooling/install-scripts.mjs';
import { repository } from './source-files.js';

interface Locked {
  readonly name?: string;
  readonly version: string;
  readonly hasInstallScript?: boolean;
  readonly link?: boolean;
}

const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('installed packages', () => {
  test('run no install scripts', () => {
    expect(readFileSync(join(repository, '.npmrc'), 'utf8').split('\n')).toContain('ignore-scripts=true');
  });

  test('have install scripts only when listed with the reason why they need not run', () => {
    const withScripts = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    expect([...new Set(withScripts.map(([path]) => nameOf(path)))].sort()).toEqual(Object.keys(installScripts).sort());
  });

  test('send no install statistics: the package that does is replaced with an empty one', () => {
    const counters = Object.entries(packages).filter(([path]) => nameOf(path) === '@scarf/scarf');
    expect(counters.map(([, { name, version, hasInstallScript }]) => [name, version, hasInstallScript])).toEqual([
      ['empty-npm-package', '1.0.0', undefined],
    ]);
  });
});
