import { existsSync } from 'node:fs';

import { workerFile } from '../src/dispatch/worker-file.js';

describe('what a worker thread runs', () => {
  it('is one file, as what was built last is bundled', () => {
    expect(workerFile().pathname).toMatch(/\/dist\/bundle\/evaluate-batch[.]mjs$/);
    expect(existsSync(workerFile())).toBe(true);
  });
});
