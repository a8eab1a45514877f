import { ProgressLine } from '../src/output/progress-line.js';

/** Returns the output for progress values out of 200 at the given times in milliseconds. */
function written(isWatched: boolean, steps: readonly (readonly [number, number])[]): string {
  let said = '';
  let now = 0;
  const line = new ProgressLine('events', { isInteractive: isWatched, err: (text) => (said += text) }, () => now);
  for (const [at, done] of steps) {
    now = at;
    line.show(done, 200, done * 1_000);
  }
  line.end();
  return said;
}

describe('progress line', () => {
  test('shows a bar with percentage, count, rate and time left, and is cleared at the end', () => {
    const [first, second, end] = written(true, [
      [0, 0],
      [2_000, 50],
    ])
      .split('\r')
      .slice(1);
    expect(first?.trimEnd()).toBe('░░░░░░░░░░░░░░░░░░░░   0 %  0 events, 0 a second');
    expect(second?.trimEnd()).toBe('█████░░░░░░░░░░░░░░░  25 %  50,000 events, 25,000 a second, 6 s left');
    expect(end).toBe(' '.repeat(78));
  });

  test('is written at most five times a second, and only on a terminal', () => {
    const steps = Array.from({ length: 100 }, (_, index) => [index * 20, index] as const);
    expect(written(true, steps).match(/\r[█░]/g)).toHaveLength(10);
    expect(written(false, steps)).toBe('');
  });
});
