import { inSlices } from './index.js';

/** Generates steps that each take longer than a time slice. */
function* longSteps(count: number): Generator<undefined, string> {
  for (let step = 0; step < count; step += 1) {
    const end = performance.now() + 12;
    while (performance.now() < end);
    yield;
  }
  return 'done';
}

describe('work in slices', () => {
  it('yields to other work between slices, and returns the same result as unsliced work', async () => {
    let turns = 0;
    let isDone = false;
    const others = (): void => {
      turns += 1;
      if (!isDone) setImmediate(others);
    };
    setImmediate(others);
    const result = await inSlices(longSteps(5));
    isDone = true;
    expect(result).toBe('done');
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it('fails when a step fails', async () => {
    function* failing(): Generator<undefined, void> {
      yield;
      throw new Error('a step');
    }
    await expect(inSlices(failing())).rejects.toThrow('a step');
  });
});
