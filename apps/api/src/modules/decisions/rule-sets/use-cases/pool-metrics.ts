import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { PoolSnapshot } from '@tamis/engine-pool';

import { Metrics } from '../../../../platform/metrics/index.js';
import { OperationFigures } from '../../../../platform/operations/index.js';
import { RuleEngine } from './rule-sets.js';

const microseconds = 1e-6;

/** Adds figures of the workers to the metrics of the process. */
@Injectable()
export class PoolMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly evaluations: RuleEngine,
    figures: OperationFigures,
  ) {
    const now = (): PoolSnapshot => evaluations.snapshot();
    figures.addOfProcess('engineWaiting', () => now().waiting);
    figures.addOfProcess('engineMessagesUnderWay', () => now().underWay);
    figures.addOfProcess('engineThreads', () => now().workers.length);
  }

  onModuleInit(): void {
    const { metrics } = this;
    const now = (): PoolSnapshot => this.evaluations.snapshot();
    const sum = (key: 'sets' | 'setBytes' | 'lists') => () =>
      now().workers.reduce((total, worker) => total + worker[key], 0);
    metrics.addGauge({
      name: 'tamis_engine_waiting',
      help: 'Evaluations waiting for a worker',
      read: () => now().waiting,
    });
    metrics.addGauge({
      name: 'tamis_engine_messages_under_way',
      help: 'Messages sent to workers and not answered yet',
      read: () => now().underWay,
    });
    metrics.addGauge({ name: 'tamis_engine_workers', help: 'Worker threads', read: () => now().workers.length });
    metrics.addGauge({ name: 'tamis_engine_rule_sets', help: 'Registered rule sets', read: () => now().sets });
    metrics.addGauge({
      name: 'tamis_engine_compiled_sets',
      help: 'Compiled rule sets in all workers',
      read: sum('sets'),
    });
    metrics.addGauge({ name: 'tamis_engine_compiled_bytes', help: 'Their estimated size', read: sum('setBytes') });
    metrics.addGauge({ name: 'tamis_engine_lists', help: 'Shared lists mapped by the workers', read: sum('lists') });
    metrics.addGauge({
      name: 'tamis_engine_quarantined_sets',
      help: 'Rule sets that are quarantined',
      read: () => now().quarantined.length,
    });
    metrics.addCounter({
      name: 'tamis_engine_answered_total',
      help: 'Evaluations answered',
      read: () => now().answered,
    });
    metrics.addCounter({
      name: 'tamis_engine_repeated_total',
      help: 'Evaluations retried after their worker died',
      read: () => now().repeated,
    });
    metrics.addCounter({
      name: 'tamis_engine_refused_total',
      help: 'Evaluations that failed',
      label: 'reason',
      read: () => now().refused,
    });
    metrics.addCounter({
      name: 'tamis_engine_deaths_total',
      help: 'Workers that died or were terminated',
      label: 'cause',
      read: () => ({ ...now().deaths }),
    });
    metrics.addHistogram({
      name: 'tamis_engine_batch_size',
      help: 'Evaluations per message',
      unit: 1,
      read: () => now().batchSizes,
    });
    metrics.addHistogram({
      name: 'tamis_engine_run_seconds',
      help: 'Time of an evaluation in its thread, including parsing',
      unit: microseconds,
      read: () => now().runUs,
    });
    metrics.addHistogram({
      name: 'tamis_engine_wait_seconds',
      help: 'Time from the request of an evaluation until its message was sent',
      unit: microseconds,
      read: () => now().waitUs,
    });
  }
}
