/** Executes `work` while the clock of this process, but none of its timers, is ahead of the clock of the database. */
export async function withClockAhead<T>(aheadMs: number, work: () => Promise<T>): Promise<T> {
  const timers = [
    'setTimeout',
    'setInterval',
    'setImmediate',
    'clearTimeout',
    'clearInterval',
    'clearImmediate',
  ] as const;
  const others = ['nextTick', 'queueMicrotask', 'hrtime', 'performance'] as const;
  jest.useFakeTimers({ now: Date.now() + aheadMs, doNotFake: [...timers, ...others] });
  try {
    return await work();
  } finally {
    jest.useRealTimers();
  }
}
