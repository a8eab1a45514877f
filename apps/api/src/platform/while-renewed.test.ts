import { Logger } from '@nestjs/common';

import { waitUntil } from '../../test/support/wait-until.js';
import { whileRenewed } from './while-renewed.js';

describe('a lease', () => {
  const logger = new Logger('test');
  const warnings: string[] = [];
  beforeAll(() =>
    Logger.overrideLogger({ ...console, log: () => undefined, warn: (text) => warnings.push(String(text)) }),
  );
  afterAll(() => Logger.overrideLogger(false));

  it('is renewed during the work, even after a failed renewal, and not afterwards', async () => {
    let renewals = 0;
    const renew = () => ((renewals += 1) === 1 ? Promise.reject(new Error('down')) : Promise.resolve());
    const done = await whileRenewed({ what: 'it', everyMs: 1, renew, logger }, async () => {
      await waitUntil(() => renewals >= 3);
      return 'done';
    });
    const before = renewals;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([done, renewals]).toEqual(['done', before]);
    expect(warnings).toEqual([expect.stringContaining('the lease of it was not renewed')]);
  });

  it('is not renewed by a pending renewal once the work has ended, whether it succeeded or failed', async () => {
    const steps: string[] = [];
    let finish = (): void => undefined;
    const renew = async () => {
      steps.push('begun');
      await new Promise<void>((resolve) => (finish = resolve));
      steps.push('renewed');
    };
    const failing = whileRenewed({ what: 'it', everyMs: 1, renew, logger }, async () => {
      await waitUntil(() => steps.length === 1);
      setTimeout(() => finish(), 5);
      throw new Error('work');
    });
    await expect(failing).rejects.toThrow('work');
    expect(steps).toEqual(['begun', 'renewed']);
  });
});
