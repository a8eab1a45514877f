import { type Body, startTestApi, type TestApi } from './support/start-test-api.js';

describe('API description examples', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  it.each(['/rules', '/transactions'])('for POST %s are accepted with 201', async (path) => {
    const { body: document } = await api.call('/docs/json');
    const { examples } = document.paths[path].post.requestBody.content['application/json'];
    const bodies = Object.values(examples as Record<string, { value: Body }>).map(({ value }) => value as object);
    expect(bodies).toHaveLength(2);
    for (const body of bodies) {
      const answer = await api.call(path, { body });
      expect(answer).toMatchObject({ status: 201, body: { success: true } });
      if (path === '/rules') expect(answer.body.aiReview).toMatchObject({ findings: [], verdict: 'ok' });
    }
  });
});
