import fc from 'fast-check';
import { guardActions, type GuardLimit, guardMetrics, type GuardMetric, printGuard, readGuard } from '@tamis/library';

const day = { window: '24h' } as const;

describe('guard in one line', () => {
  const read: readonly [string, readonly GuardLimit[], string][] = [
    [
      'alerts/day <= 60, hit rate within 3x of dry run',
      [
        { metric: 'alerts', operator: 'lte', value: 60, ...day },
        { metric: 'hitRate', withinFactor: 3, of: 'dry_run', ...day },
      ],
      'pause',
    ],
    ['hits/hour<=1_000 on trip notify', [{ metric: 'hits', operator: 'lte', value: 1000, window: '1h' }], 'notify'],
    ['rejects <= 3', [{ metric: 'rejects', operator: 'lte', value: 3, ...day }], 'pause'],
    ['unknown  rate <= 0.5 %', [{ metric: 'unknownRate', operator: 'lte', value: 0.005, ...day }], 'pause'],
    ['false alarm rate <= 90%', [{ metric: 'falsePositiveRate', operator: 'lte', value: 0.9, ...day }], 'pause'],
    ['latency share <= 0.2', [{ metric: 'latencyShare', operator: 'lte', value: 0.2, ...day }], 'pause'],
    ['hits within 1.5x of previous 7d', [{ metric: 'hits', withinFactor: 1.5, of: 'previous_7d', ...day }], 'pause'],
    ['hit rate >= 1% on trip pause', [{ metric: 'hitRate', operator: 'gte', value: 0.01, ...day }], 'pause'],
  ];
  it.each(read)('parses %s', (text, limits, action) => {
    expect(readGuard(text)).toEqual({ ok: true, value: { limits, action } });
  });

  const refused: readonly [string, number, string][] = [
    ['', 0, 'is not a limit; write'],
    ['alerts/day <= 60, hit rate', 18, '`hit rate` is not a limit'],
    ['alert/day <= 60', 0, 'write `alerts/day <= 60`'],
    ['alerts/week <= 60', 0, 'is not a limit; write'],
    ['alerts <= 60%', 0, 'is a count'],
    ['hit rate/day <= 6%', 0, 'has no time'],
    ['hit rate <= 3', 0, 'in percent'],
    ['hits within 1x of dry run', 0, 'above 1'],
    ['hits <= 1 on trip stop', 9, '`stop` is not done'],
    [Array.from({ length: 11 }, () => 'hits <= 1').join(','), 0, 'at most 10'],
  ];
  it.each(refused)('rejects %s', (text, at, message) => {
    expect(readGuard(text)).toMatchObject({ ok: false, error: { at, message: expect.stringContaining(message) } });
  });

  const limit = fc
    .record({
      metric: fc.constantFrom(...(Object.keys(guardMetrics) as GuardMetric[])),
      isHourly: fc.boolean(),
      comparison: fc.oneof(
        fc.record({ operator: fc.constantFrom('lte' as const, 'gte' as const), thousandths: fc.nat(1000) }),
        fc.record({
          tenths: fc.integer({ min: 11, max: 999 }),
          of: fc.constantFrom('dry_run' as const, 'previous_7d' as const),
        }),
      ),
    })
    .map(({ metric, isHourly, comparison }): GuardLimit => {
      const { isCount } = guardMetrics[metric];
      const about = { metric, window: isCount && isHourly ? ('1h' as const) : ('24h' as const) };
      if ('of' in comparison) return { ...about, withinFactor: comparison.tenths / 10, of: comparison.of };
      const { operator, thousandths } = comparison;
      return { ...about, operator, value: isCount ? thousandths : thousandths / 1000 };
    });

  it('is unchanged by printing and parsing', () => {
    const guard = fc.record({
      limits: fc.array(limit, { minLength: 1, maxLength: 10 }),
      action: fc.constantFrom(...guardActions),
    });
    fc.assert(fc.property(guard, (value) => expect(readGuard(printGuard(value))).toEqual({ ok: true, value })));
  });
});
