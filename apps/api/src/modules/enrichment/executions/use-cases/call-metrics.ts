import { Injectable } from '@nestjs/common';

import { Metrics } from '../../../../platform/metrics/index.js';

/** A provider call with its duration. */
interface MeasuredCall {
  readonly provider: string;
  /** `delivered`, or the error code. */
  readonly outcome: string;
  readonly durationMs: number;
}

const msPerSecond = 1_000;

/** Metrics of calls to providers in production, by provider code. */
@Injectable()
export class CallMetrics {
  private readonly calls;
  private readonly seconds;
  private readonly waits;

  constructor(private readonly metrics: Metrics) {
    const provider = ['provider'];
    const calls = 'Executions for which a provider was asked, by what came of them';
    this.calls = metrics.newCounter('tamis_provider_calls_total', calls, ['provider', 'outcome']);
    const seconds = 'Time in which a provider was asked, with all attempts and pauses';
    this.seconds = metrics.newHistogram('tamis_provider_call_seconds', seconds, provider);
    const waits = 'Time for which a call waited until the budget of its provider allowed it';
    this.waits = metrics.newHistogram('tamis_provider_budget_wait_seconds', waits, provider);
  }

  observeCall({ provider, outcome, durationMs }: MeasuredCall): void {
    this.calls.inc({ provider, outcome });
    this.seconds.observe({ provider }, durationMs / msPerSecond);
  }

  observeWait(provider: string, waitMs: number): void {
    this.waits.observe({ provider }, waitMs / msPerSecond);
  }

  /** Shows the number of open circuits for each called provider. There is one circuit per credential. */
  showCircuits(openByProvider: () => Readonly<Record<string, number>>): void {
    this.metrics.addGauge({
      name: 'tamis_provider_circuits_open',
      help: 'Circuits that are open or let a single call through, by provider',
      label: 'provider',
      read: openByProvider,
    });
  }
}
