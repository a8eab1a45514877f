import { startTestApi, type TestApi } from './start-test-api.js';

/** A server for the tests of one file, started before the first of them: what it returns is for them and for hooks. */
export function useTestApi(): () => TestApi {
  let started: TestApi | undefined;
  beforeAll(async () => {
    started = await startTestApi();
  });
  afterAll(() => started?.stop());
  return () => {
    if (!started) throw new Error('the server is started before the first test');
    return started;
  };
}
