import type { Metric } from 'prom-client';

export interface HistogramCounts {
  /** Upper bounds, included, in the unit of the values; the last bucket has none. */
  readonly bounds: readonly number[];
  /** One more than bounds. */
  readonly counts: readonly number[];
  readonly count: number;
  readonly sum: number;
}

export interface MeasuredHistogram {
  readonly name: string;
  readonly help: string;
  /** Read at each scrape. */
  readonly read: () => HistogramCounts;
  /** What one of its units is in the unit that the name ends with: 1e-6 where microseconds are shown as seconds. */
  readonly unit: number;
}

/** A histogram that is counted elsewhere, as one of the registry's: the library has none that takes finished buckets. */
export function measuredHistogram({ name, help, read, unit }: MeasuredHistogram): Metric {
  const get = () => {
    const { bounds, counts, count, sum } = read();
    let below = 0;
    const buckets = bounds.map((bound, index) => {
      below += counts[index]!;
      return { metricName: `${name}_bucket`, labels: { le: Number((bound * unit).toPrecision(12)) }, value: below };
    });
    const values = [
      ...buckets,
      { metricName: `${name}_bucket`, labels: { le: '+Inf' }, value: count },
      { metricName: `${name}_sum`, labels: {}, value: sum * unit },
      { metricName: `${name}_count`, labels: {}, value: count },
    ];
    return Promise.resolve({ name, help, type: 'histogram', values, aggregator: 'sum' });
  };
  return { name, help, type: 'histogram', get } as unknown as Metric;
}
