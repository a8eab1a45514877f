import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failing, createFolder, good, startTamis, runTamis, wrongField } from './support/run-tamis.js';

test.each([
  ['check', wrongField, 'a.rules  0 rules  1 error', 'a.rules  1 rule  0 errors'],
  ['test', failing, '1 failed', '0 failed'],
])(
  '%s --watch prints the new result when a file changes',
  async (command, before, first, second) => {
    const cwd = createFolder({ 'a.rules': before });
    const started = startTamis([command, '--watch'], cwd);
    try {
      await started.until(first);
      await started.until('watching');
      writeFileSync(join(cwd, 'a.rules'), good);
      await started.until(second);
    } finally {
      started.child.kill('SIGTERM');
    }
    expect(await started.ended).toBe(0);
  },
  150_000,
);

test('rejects --watch with standard input', () => {
  expect(runTamis(['test', '--watch', '-'], { input: good })).toMatchObject({ code: 2 });
});
