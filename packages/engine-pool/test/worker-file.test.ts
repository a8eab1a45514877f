import { existsSync } from 'node:fs';

import { workerFile } from '../src/dispatch/worker-file.js';

describe('worker thread code', () => {
  it('is a single bundled file in the build output', () => {
    expect(workerFile().pathname).toMatch(/\/dist\/bundle\/evaluate-batch[.]mjs$/);
    expect(existsSync(workerFile())).toBe(true);
  });
});
