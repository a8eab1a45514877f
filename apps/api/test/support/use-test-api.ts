import { startOwnTestApi, startTestApi, type TestApi } from './start-test-api.js';

/** A server for the tests of one file, had before the first of them: what it returns is for them and for hooks. */
export const useTestApi = (): (() => TestApi) => useApi(startTestApi);

/** The same on a database that no other file uses. */
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
