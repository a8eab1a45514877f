import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promiseTexts } from './promise-texts.mjs';

const title = /promise (\d+): /;
const titles = /promise (\d+): /g;

/** Returns the test files with a promise in a title, relative to `root`: those of the requested promises, or otherwise all. */
export function filesWithPromises(root, wanted) {
  const isWanted = (text) =>
    [...text.matchAll(titles)].some(([, number]) => wanted === undefined || wanted.includes(Number(number)));
  const folders = ['grammar', 'packages', 'apps', 'bench', 'test'];
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((path) => /\.test\.ts$/.test(path) && !/(^|\/)(node_modules|dist)\//.test(path))
      .map((path) => join(folder, path))
      .filter((path) => isWanted(readFileSync(join(root, path), 'utf8'))),
  );
}

/**
 * Returns one line for each promise that has a test: it holds if all of its tests passed and all of its figures are reached. A test file
 * that could not be loaded counts as a failure of the promises in its titles, because nothing holds untested.
 *
 * @param {{ testResults: { message: string, assertionResults: { fullName: string, status: string }[] }[] }} results of jest
 * @param {readonly { number: number, figure: string, target: string, holds: boolean }[]} figures
 * @returns {{ number: number, promise: string, figure: string, target: string, holds: boolean }[]}
 */
export function promiseResults(results, figures) {
  const unloaded = results.testResults.filter((file) => file.assertionResults.length === 0 && file.message !== '');
  if (unloaded.length > 0) throw new Error(unloaded.map(({ message }) => message).join('\n'));
  const tests = new Map();
  for (const { fullName, status } of results.testResults.flatMap((file) => file.assertionResults)) {
    const number = Number(title.exec(fullName)?.[1]);
    if (!Number.isNaN(number) && status !== 'pending') tests.set(number, [...(tests.get(number) ?? []), status]);
  }
  return [...tests]
    .sort(([a], [b]) => a - b)
    .map(([number, statuses]) => {
      const own = figures.filter((figure) => figure.number === number);
      const passed = statuses.filter((status) => status === 'passed').length;
      const counted = `${passed} of ${statuses.length} tests passed`;
      return {
        number,
        promise: promiseTexts[number] ?? '',
        figure: [...own.map(({ figure }) => figure), counted].join('; '),
        target: own.map(({ target }) => target).join('; ') || 'all tests pass',
        holds: passed === statuses.length && own.every(({ holds }) => holds),
      };
    });
}

/** Formats the results for people. The JSON has the same content. */
export function promiseTable(promises) {
  const rows = promises.map(({ number, promise, figure, target, holds }) =>
    [number, promise, target, figure, holds ? 'holds' : 'FALLS SHORT'].join(' | '),
  );
  const short = promises.filter(({ holds }) => !holds).length;
  const sum = `${promises.length - short} of ${promises.length} promises with a test hold`;
  return ['# | promise | target | this run | ', ...rows, '', sum].join('\n');
}
