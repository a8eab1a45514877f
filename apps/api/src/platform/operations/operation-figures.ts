import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../database/index.js';

/** What the rooms count of an organization, each by its own tables. */
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

/** What a process measures of itself, of all organizations together. */
const processFigureNames = ['engineWaiting', 'engineMessagesUnderWay', 'engineThreads'] as const;

export type ProcessFigureName = (typeof processFigureNames)[number];

/** What rooms tell of how they do: this part of the server knows none of them. */
@Injectable()
export class OperationFigures {
  private readonly counts = new Map<CountName, string>();
  private readonly figures = new Map<ProcessFigureName, () => number>();

  constructor(private readonly database: TenantDatabase) {}

  /** `sql`: selects one number of the organization `$1`, by an index. */
  addCount(name: CountName, sql: string): void {
    this.counts.set(name, sql);
  }

  addOfProcess(name: ProcessFigureName, read: () => number): void {
    this.figures.set(name, read);
  }

  /** One statement for all of them. */
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
