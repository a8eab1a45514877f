const rounded = (value) => Math.round(value * 10) / 10;

/**
 * Returns the content that `--timings` writes. Steps run in parallel, so that their times add up to more than the duration of the run.
 *
 * @param {readonly { name: string, seconds: number }[]} steps
 * @param {number} total seconds of all
 * @param {boolean} isWhole whether it was a whole run, which built from nothing
 */
export function timingsOf(steps, total, isWhole) {
  const tscSeconds = steps.find(({ name }) => name === 'build')?.seconds ?? null;
  return {
    steps: Object.fromEntries(steps.map(({ name, seconds }) => [name, seconds])),
    total: rounded(total),
    sumOfSteps: rounded(steps.reduce((sum, { seconds }) => sum + seconds, 0)),
    tscSeconds,
    testRunRatio: isWhole && tscSeconds !== null ? Math.round((total / tscSeconds) * 100) / 100 : null,
  };
}
