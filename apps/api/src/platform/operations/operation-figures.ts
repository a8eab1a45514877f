import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../database/index.js';

/** Counts that modules provide for an organization, each from its own tables. */
const countNames = [
  'importsUnderWay',
  'dryRunsUnderWay',
  'guardsTripped',
  'rulesDrifted',
  'webhooksFailing',
  'deliveriesWaiting',
  'outboxLagSeconds',
  'circuitsOpen',
  'replayDifferences',
] as const;

export type CountName = (typeof countNames)[number];
export type OperationCounts = Readonly<Record<CountName, number>>;

/** Measurements of a process, for all organizations together. */
const processFigureNames = ['engineWaiting', 'engineMessagesUnderWay', 'engineThreads'] as const;

export type ProcessFigureName = (typeof processFigureNames)[number];

/** Collects the figures that modules register. This part of the server does not know the modules. */
@Injectable()
export class OperationFigures {
  private readonly counts = new Map<CountName, string>();
  private readonly figures = new Map<ProcessFigureName, () => number>();

  constructor(private readonly database: TenantDatabase) {}

  /** Registers a count. `sql` selects one number for organization `$1`, using an index. */
  addCount(name: CountName, sql: string): void {
    this.counts.set(name, sql);
  }

  addOfProcess(name: ProcessFigureName, read: () => number): void {
    this.figures.set(name, read);
  }

  /** Reads all counts in one statement. */
  async count(organizationId: string): Promise<OperationCounts> {
    const columns = [...this.counts].map(([name, sql]) => `coalesce((${sql}), 0)::float8 as "${name}"`);
    const { rows } = await this.database.forOrganization(organizationId).query<Record<string, number>>({
      name: 'operation-counts',
      text: `select ${['$1::uuid as "organizationId"', ...columns].join(', ')}`,
      values: [organizationId],
    });
    const found = rows[0] ?? {};
    return Object.fromEntries(countNames.map((name) => [name, found[name] ?? 0])) as Record<CountName, number>;
  }

  ofProcess(): Readonly<Record<ProcessFigureName, number>> {
    const read = (name: ProcessFigureName): number => this.figures.get(name)?.() ?? 0;
    return Object.fromEntries(processFigureNames.map((name) => [name, read(name)])) as Record<
      ProcessFigureName,
      number
    >;
  }
}
