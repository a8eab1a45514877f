import { startOwnTestApi, type TestApi, type TestResponse } from '../../../test/support/start-test-api.js';
import { UploadSpace } from './upload-space.js';

describe('upload space', () => {
  it('limits each organization to half, unless it sends a single body', () => {
    const space = new UploadSpace(100);
    const alone = space.take('a', 80);
    expect([space.take('a', 1), space.take('b', 21)]).toEqual([null, null]);
    alone!();
    const [first, second] = [space.take('a', 25), space.take('a', 25)];
    expect(space.take('a', 1)).toBeNull();
    expect(space.take('b', 50)).not.toBeNull();
    expect(space.take('c', 1)).toBeNull();
    first!();
    second!();
    expect(space.take('c', 50)).not.toBeNull();
  });

  describe('of a server', () => {
    let api: TestApi;
    beforeAll(async () => {
      api = await startOwnTestApi(undefined, { MAX_UPLOAD_MB: '4' });
    });
    afterAll(() => api?.stop());

    const send = (megabytes: number, key?: string): Promise<TestResponse> => {
      const note = 'x'.repeat(50_000);
      const payments = Array.from({ length: megabytes * 20 }, (_, n) => ({
        ...{ externalId: `u-${megabytes}-${n}`, type: 'FEE', amount: 1, currency: 'USD', executeRules: false },
        metadata: { note },
      }));
      const body = JSON.stringify({ transactions: payments });
      return api.call('/transactions/batch/background', { body, ...(key !== undefined && { key }) });
    };

    it('accepts bodies while there is space, and otherwise returns 503 with a retry time', async () => {
      const answers = [await send(3), await send(2, api.stranger.key), await send(8)];
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 503]);
      expect(answers[2]!.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(answers[2]!.body.error).toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        message: expect.stringContaining('uploads'),
      });
    });

    it('is never used by callers with an unknown key', async () => {
      expect((await send(8, 'tms_development_unknown')).status).toBe(401);
    });
  });
});
