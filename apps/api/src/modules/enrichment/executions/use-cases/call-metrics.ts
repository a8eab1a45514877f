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
    const calls = 'Executions that called a provider, by result';
    this.calls = metrics.newCounter('tamis_provider_calls_total', calls, ['provider', 'outcome']);
    const seconds = 'Duration of provider calls, including all attempts and pauses';
    this.seconds = metrics.newHistogram('tamis_provider_call_seconds', seconds, provider);
    const waits = 'Time that a call waited for the rate limit of its provider';
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
      help: 'Open or half-open circuits, by provider',
      label: 'provider',
      read: openByProvider,
    });
  }
}
