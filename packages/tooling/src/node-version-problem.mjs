import { readFileSync } from 'node:fs';

/**
 * Returns what is wrong with a Node version in a sentence that says what to do, or `undefined` if nothing is wrong.
 *
 * @param {string} version such as `20.19.0`
 * @param {string} manifest path of the package.json whose `engines.node` is `>=` a version
 * @returns {string | undefined}
 */
export function nodeVersionProblem(version, manifest) {
  const wanted = JSON.parse(readFileSync(manifest, 'utf8')).engines.node.replace('>=', '');
  if (version.localeCompare(wanted, 'en', { numeric: true }) >= 0) return undefined;
  return `Tamis needs Node ${wanted} or newer and this is ${version}: install a newer one, for example from nodejs.org`;
}
