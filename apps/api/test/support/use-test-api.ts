import { startOwnTestApi, startTestApi, type TestApi } from './start-test-api.js';

/** Provides a server for the tests of one file, started before the first of them: the returned function is for tests and hooks. */
export const useTestApi = (): (() => TestApi) => useApi(startTestApi);

/** Does the same on a database that no other file uses. */
export const useOwnTestApi = (settings: Readonly<Record<string, string>> = {}): (() => TestApi) =>
  useApi(() => startOwnTestApi(undefined, settings));

function useApi(start: () => Promise<TestApi>): () => TestApi {
  let started: TestApi | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started?.stop());
  return () => {
    if (!started) throw new Error('the server is started before the first test');
    return started;
  };
}
