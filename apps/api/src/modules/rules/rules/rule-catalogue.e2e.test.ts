import { catalogueDocument } from '@tamis/library';
import { startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

describe('GET /rules/catalog', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const ask = (ifNoneMatch?: string) =>
    api.call('/rules/catalog', ifNoneMatch === undefined ? {} : { headers: { 'if-none-match': ifNoneMatch } });

  it('returns everything that the library declares', async () => {
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.body).toEqual(JSON.parse(JSON.stringify(catalogueDocument())));
    expect(answer.body).toMatchObject({ success: true, languageVersion: 1 });
    for (const kind of ['operators', 'functions', 'aggregates', 'actions', 'triggers', 'literals'])
      expect(answer.body[kind].length).toBeGreaterThan(3);
  });

  it('sends a strong ETag, and responds 304 without a body when it matches', async () => {
    const tag = (await ask()).headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{43}"$/);
    for (const known of [tag, `W/${tag}`, `"old", ${tag}`, '*'])
      expect(await ask(known)).toMatchObject({ status: 304, text: '' });
    expect((await ask(tag)).headers.get('etag')).toBe(tag);
    expect((await ask('"old"')).status).toBe(200);
  });

  it('requires an API key', async () => {
    expect((await api.call('/rules/catalog', { key: null })).status).toBe(401);
  });
});
