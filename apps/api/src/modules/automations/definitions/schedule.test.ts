import { nextTime } from './domain/schedule.js';

describe('an interval of an automation', () => {
  const daily = { every: { amount: 1, unit: 'days' } };
  const at = (text: string): Date => new Date(text);

  it('is counted from the time for which it was last started, however late that was', () => {
    const last = at('2026-03-01T08:00:00.000Z');
    expect(nextTime(daily, at('2026-03-01T08:00:00.400Z'), last)).toEqual(at('2026-03-02T08:00:00.000Z'));
    expect(nextTime(daily, at('2026-03-01T08:20:00.000Z'), last)).toEqual(at('2026-03-02T08:00:00.000Z'));
  });

  it('skips the times that were missed', () => {
    const last = at('2026-03-01T08:00:00.000Z');
    expect(nextTime(daily, at('2026-03-04T07:59:59.999Z'), last)).toEqual(at('2026-03-04T08:00:00.000Z'));
    expect(nextTime(daily, at('2026-03-04T08:00:00.000Z'), last)).toEqual(at('2026-03-05T08:00:00.000Z'));
  });

  it('begins when the automation is enabled', () => {
    expect(nextTime(daily, at('2026-03-01T08:00:00.000Z'))).toEqual(at('2026-03-02T08:00:00.000Z'));
  });
});
