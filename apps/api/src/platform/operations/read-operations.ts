import { Injectable } from '@nestjs/common';

import { addLatencies, type Latency, toLatency } from './latency-histogram.js';
import { type OperationCounts, OperationFigures } from './operation-figures.js';
import { type FigurePeriod, figurePeriods, stepAt } from './transaction-figures.js';
import { type GatheredReports, type ProcessReport, ProcessReports, summarySteps } from './process-reports.js';

/** A process and its report about itself. */
export interface OperationsProcess {
  readonly id: string;
  readonly isHeard: boolean;
  readonly startedAt: string | null;
  readonly since: string | null;
  readonly figures: ProcessReport['figures'] | null;
}

export interface OperationsSummary {
  readonly at: string;
  readonly payments: { readonly lastMinute: number; readonly lastFiveMinutes: number };
  readonly latency: Latency;
  readonly counts: OperationCounts;
  readonly processes: readonly OperationsProcess[];
}

export interface SeriesPoint extends Latency {
  readonly at: string;
  readonly payments: number;
}

export interface OperationsSeries {
  readonly period: FigurePeriod;
  readonly stepSeconds: number;
  readonly from: string;
  readonly to: string;
  readonly points: readonly SeriesPoint[];
  readonly processes: readonly OperationsProcess[];
}

interface JointSlot {
  payments: number;
  readonly latencies: number[];
}

/** Twelve steps of five seconds: the current one and the eleven before it. */
const minuteSteps = 60_000 / figurePeriods.hour.stepMs;

/** Figures for one organization across all processes. */
@Injectable()
export class ReadOperations {
  constructor(
    private readonly reports: ProcessReports,
    private readonly figures: OperationFigures,
  ) {}

  async summary(organizationId: string): Promise<OperationsSummary> {
    const [gathered, counts] = await Promise.all([
      this.reports.gather(organizationId, 'summary'),
      this.figures.count(organizationId),
    ]);
    const now = Date.now();
    const slots = [...jointSlots(gathered)].filter(([step]) => step > stepAt('hour', now) - summarySteps);
    const latencies: number[] = [];
    for (const [, slot] of slots) addLatencies(latencies, slot.latencies);
    const paymentsOf = (since: number): number =>
      slots.reduce((sum, [step, { payments }]) => sum + (step > since ? payments : 0), 0);
    return {
      at: new Date(now).toISOString(),
      payments: { lastMinute: paymentsOf(stepAt('hour', now) - minuteSteps), lastFiveMinutes: paymentsOf(0) },
      latency: toLatency(latencies),
      counts,
      processes: processesOf(gathered),
    };
  }

  async series(organizationId: string, period: FigurePeriod): Promise<OperationsSeries> {
    const gathered = await this.reports.gather(organizationId, period);
    const { stepMs, steps } = figurePeriods[period];
    const end = stepAt(period, Date.now()) + 1;
    const timeOf = (step: number): string => new Date(step * stepMs).toISOString();
    const points = [...jointSlots(gathered)]
      .filter(([step]) => step >= end - steps && step < end)
      .sort(([one], [other]) => one - other)
      .map(([step, { payments, latencies }]) => ({ at: timeOf(step), payments, ...toLatency(latencies) }));
    const processes = processesOf(gathered);
    return { period, stepSeconds: stepMs / 1_000, from: timeOf(end - steps), to: timeOf(end), points, processes };
  }
}

/** Adds up latencies as counts, since percentiles of several processes cannot be combined. */
function jointSlots({ reports }: GatheredReports): ReadonlyMap<number, JointSlot> {
  const joint = new Map<number, JointSlot>();
  for (const { slots } of reports)
    for (const [step, payments, latencies] of slots) {
      const slot = joint.get(step) ?? { payments: 0, latencies: [] };
      slot.payments += payments;
      addLatencies(slot.latencies, latencies);
      joint.set(step, slot);
    }
  return joint;
}

const processesOf = ({ reports, missing }: GatheredReports): readonly OperationsProcess[] => [
  ...reports.map(({ processId: id, startedAt, since, figures }) => ({ id, isHeard: true, startedAt, since, figures })),
  ...missing.map((id) => ({ id, isHeard: false, startedAt: null, since: null, figures: null })),
];
