import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry, type Metric } from 'prom-client';
import { InjectPgPool, type PgPool } from '../database/index.js';

interface HistogramCounts {
  /** Inclusive upper bounds in the unit of the values. The last bucket has none. */
  readonly bounds: readonly number[];
  /** One more element than `bounds`. */
  readonly counts: readonly number[];
  readonly count: number;
  readonly sum: number;
}

interface MeasuredHistogram {
  readonly name: string;
  readonly help: string;
  /** Called at each scrape. */
  readonly read: () => HistogramCounts;
  /** Factor from the unit of the values to the unit in the metric's name: 1e-6 for microseconds shown as seconds. */
  readonly unit: number;
}

/** Registers a histogram that is counted elsewhere. The library does not accept finished buckets. */
function measuredHistogram({ name, help, read, unit }: MeasuredHistogram): Metric {
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

/** A finished request. */
export interface MeasuredRequest {
  readonly method: string;
  /** Template of the route, `/entities/:id`; `null` if no route was found. Never a URL, since URLs may contain names of customers. */
  readonly route: string | null;
  readonly status: number;
  readonly durationMs: number;
}

/** A single number, or one for each value of a label. */
export interface MeasuredNumber {
  readonly name: string;
  readonly help: string;
  /** Called at each scrape. With a label, returns a number for each of its values. */
  readonly read: () => number | Readonly<Record<string, number>>;
  readonly label?: string;
}

/** Bucket bounds in seconds: an evaluation takes a few milliseconds, and a shutdown waits for 15 s. */
const durationBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const nsPerSecond = 1e9;
const usPerSecond = 1e6;

/** Metrics of this process, in the text format of Prometheus. */
@Injectable()
export class Metrics implements OnApplicationShutdown {
  private readonly registry = new Registry();
  private readonly loopDelay: IntervalHistogram = monitorEventLoopDelay({ resolution: 10 });
  private readonly durations = new Histogram({
    name: 'tamis_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response, by route template and status',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBounds,
    registers: [this.registry],
  });
  private readonly refusals = new Counter({
    name: 'tamis_rate_limit_refusals_total',
    help: 'Requests that got 429',
    registers: [this.registry],
  });

  constructor(@InjectPgPool() pool: PgPool) {
    this.loopDelay.enable();
    this.addDatabaseMetrics(pool);
    this.addProcessMetrics();
  }

  observeRequest({ method, route, status, durationMs }: MeasuredRequest): void {
    this.durations.observe({ method, route: route ?? 'none', status }, durationMs / 1000);
    if (status === 429) this.refusals.inc();
  }

  /** Adds a value, measured by a module, that may decrease. */
  addGauge(measured: MeasuredNumber): void {
    new Gauge(this.collectAtScrape(measured, (gauge: Gauge, amount, labels) => gauge.set(labels, amount)));
  }

  /** Adds a value that a module counts from the start of the process. */
  addCounter(measured: MeasuredNumber): void {
    new Counter(this.collectAtScrape(measured, (counter: Counter, amount, labels) => counter.inc(labels, amount)));
  }

  /** Adds a histogram that a module maintains itself. */
  addHistogram(measured: MeasuredHistogram): void {
    this.registry.registerMetric(measuredHistogram(measured));
  }

  /** Creates a counter that a module increments itself. Label values must never contain data sent by tenants. */
  newCounter(name: string, help: string, labelNames: readonly string[]): Counter {
    return new Counter({ name, help, labelNames: [...labelNames], registers: [this.registry] });
  }

  /** Creates a histogram in seconds that a module updates itself. For labels, see `newCounter`. */
  newHistogram(name: string, help: string, labelNames: readonly string[]): Histogram {
    return new Histogram({
      ...{ name, help, labelNames: [...labelNames] },
      ...{ buckets: durationBounds, registers: [this.registry] },
    });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  render(): Promise<string> {
    return this.registry.metrics();
  }

  onApplicationShutdown(): void {
    this.loopDelay.disable();
  }

  private collectAtScrape<Kind extends Counter | Gauge>(
    { name, help, read, label }: MeasuredNumber,
    report: (metric: Kind, amount: number, labels: Record<string, string>) => void,
  ) {
    return {
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [this.registry],
      collect(this: Kind) {
        this.reset();
        const now = read();
        if (typeof now === 'number') return report(this, now, {});
        for (const [value, amount] of Object.entries(now)) report(this, amount, { [label!]: value });
      },
    };
  }

  private addDatabaseMetrics(pool: PgPool): void {
    this.addGauge({
      name: 'tamis_database_connections',
      help: 'Connections to the database',
      label: 'state',
      read: () => ({ idle: pool.idleCount, busy: pool.totalCount - pool.idleCount }),
    });
    this.addGauge({
      name: 'tamis_database_waiting',
      help: 'Requests waiting for a database connection',
      read: () => pool.waitingCount,
    });
  }

  private addProcessMetrics(): void {
    const { loopDelay } = this;
    this.addGauge({
      name: 'tamis_event_loop_delay_seconds',
      help: 'Delay of the event loop since the last scrape',
      label: 'quantile',
      read: () => {
        // The histogram has no numbers before its first tick.
        const seconds = (ns: number): number => (Number.isFinite(ns) ? ns / nsPerSecond : 0);
        const delays = { 0.5: loopDelay.percentile(50), 0.99: loopDelay.percentile(99), 1: loopDelay.max };
        loopDelay.reset();
        return Object.fromEntries(Object.entries(delays).map(([quantile, ns]) => [quantile, seconds(ns)]));
      },
    });
    this.addGauge({
      name: 'process_resident_memory_bytes',
      help: 'Resident memory of the process',
      read: () => process.memoryUsage.rss(),
    });
    this.addGauge({
      name: 'nodejs_heap_size_used_bytes',
      help: 'Heap in use by the main thread, including garbage',
      read: () => process.memoryUsage().heapUsed,
    });
    this.addGauge({
      name: 'nodejs_active_resources_total',
      help: 'Open timers, connections and other handles',
      read: () => process.getActiveResourcesInfo().length,
    });
    this.addCounter({
      name: 'process_cpu_seconds_total',
      help: 'CPU time of the process, user and system',
      read: () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / usPerSecond;
      },
    });
  }
}
