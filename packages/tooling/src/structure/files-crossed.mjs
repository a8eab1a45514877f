// The files of the API that one `POST /transactions` passes through, from the socket to the stored row.
import { existsSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const rule = `rule large {
  on transaction (created)
  category fraud
  score 10
  when transaction.amount >= 100 USD
  then alert HIGH "large"
}`;

/** Number of requests: background tasks of the server run during some requests, but never during five in a row. */
const requests = 5;

/**
 * Starts the built API on an embedded database, sends transactions, and lists each source file in which a function ran between request and
 * response of every one of them. The first transaction compiles the rules and fills caches, so it does not count.
 *
 * @param {string} root the repository
 * @returns {Promise<readonly string[]>} paths relative to `apps/api/src`, sorted
 */
export async function filesCrossedByTransaction(root) {
  const dist = join(root, 'apps/api/dist');
  const load = (path) => import(pathToFileURL(join(dist, path)).href);
  const { withTestServer } = await import('./test-server.mjs');
  return withTestServer(load, async ({ call }) => {
    const created = await call('/rules', { source: rule });
    await call(`/rules/${created.rule.id}`, { status: 'active' }, 'PATCH');
    const transaction = (externalId) => ({ externalId, type: 'PAYMENT', amount: 250, currency: 'USD' });
    await call('/transactions', transaction('first'));
    const session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const crossed = [];
    for (let count = 0; count < requests; count += 1) {
      await session.post('Profiler.takePreciseCoverage');
      await call('/transactions', transaction(`measured ${count}`));
      const { result } = await session.post('Profiler.takePreciseCoverage');
      crossed.push(sourcesThatRan(result, dist, join(root, 'apps/api/src')));
    }
    session.disconnect();
    return crossed[0].filter((path) => crossed.every((paths) => paths.includes(path)));
  });
}

function sourcesThatRan(scripts, dist, source) {
  return scripts
    .filter(({ url, functions }) => url.startsWith(pathToFileURL(dist).href) && functions.some(ranInside))
    .map(({ url }) => relative(dist, fileURLToPath(url)).replace(/\.js$/, '.ts'))
    .filter((path) => existsSync(join(source, path)))
    .sort();
}

/** The unnamed function at offset 0 is the module itself. */
const ranInside = ({ functionName, ranges }) =>
  ranges[0].count > 0 && !(functionName === '' && ranges[0].startOffset === 0);
