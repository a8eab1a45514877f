import { randomUUID } from 'node:crypto';

import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

import { InjectPgPool, Notifications, type PgPool, TenantDatabase } from '../database/index.js';
import { limits } from '../limits.js';
import { WorkOwners } from '../periodic-task.js';
import { OperationFigures, type ProcessFigureName } from './operation-figures.js';
import { type FigurePeriod, figurePeriods, type FigureSlot, TransactionFigures } from './transaction-figures.js';

/** Kind of report requested from each process: figures of the last minutes, or of an entire period. */
export type ReportKind = 'summary' | FigurePeriod;

/** The report of one process. */
export interface ProcessReport {
  readonly processId: string;
  readonly startedAt: string;
  /** Start of its figures for the organization; `null` if it has none. */
  readonly since: string | null;
  /** Figures of the process itself, not specific to an organization. */
  readonly figures: Readonly<
    Record<ProcessFigureName | 'databaseWaiting' | 'databaseBusy' | 'heapUsedBytes' | 'residentBytes', number>
  >;
  readonly slots: readonly FigureSlot[];
}

export interface GatheredReports {
  readonly reports: readonly ProcessReport[];
  /** Processes with a valid lease that did not report in time. */
  readonly missing: readonly string[];
}

const kinds: ReadonlySet<string> = new Set<ReportKind>(['summary', 'hour', 'day']);

/** A request that is still waiting for other processes. */
interface OpenQuestion {
  left: number;
  readonly done: () => void;
}

/**
 * Requests a report about an organization from every process. Each writes its report as a row of that organization, visible only to the
 * organization's transactions, and sends a notification. A single process sends no request.
 */
@Injectable()
export class ProcessReports {
  private readonly logger = new Logger('operations');
  private readonly startedAt = new Date().toISOString();
  private readonly open = new Map<string, OpenQuestion>();
  private readonly gathered = new LRUCache<string, Promise<GatheredReports>>({
    max: limits.operationsReports,
    ttl: limits.operationsReportTtlMs,
  });

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly database: TenantDatabase,
    private readonly owners: WorkOwners,
    private readonly payments: TransactionFigures,
    private readonly figures: OperationFigures,
    notifications: Notifications,
  ) {
    notifications.on('tamis_operations', (payload) => this.hear(payload));
    notifications.on('tamis_operation_reports', (id) => {
      const question = this.open.get(id);
      if (question && --question.left === 0) question.done();
    });
  }

  /** The same request within a second returns the same result. */
  gather(organizationId: string, kind: ReportKind): Promise<GatheredReports> {
    const key = `${organizationId} ${kind}`;
    let gathered = this.gathered.get(key);
    if (!gathered) {
      gathered = this.ask(organizationId, kind);
      this.gathered.set(key, gathered);
      gathered.catch(() => this.gathered.delete(key));
    }
    return gathered;
  }

  private async ask(organizationId: string, kind: ReportKind): Promise<GatheredReports> {
    const others = await this.owners.findOthers();
    const reports = others.length === 0 ? [] : await this.askOthers(organizationId, kind, others.length);
    const told = new Set(reports.map(({ processId }) => processId));
    return {
      reports: [this.report(organizationId, kind), ...reports],
      missing: others.filter((id) => !told.has(id)),
    };
  }

  private async askOthers(organizationId: string, kind: ReportKind, count: number): Promise<readonly ProcessReport[]> {
    const id = randomUUID();
    let timer: NodeJS.Timeout | undefined;
    const heard = new Promise<void>((resolve) => {
      this.open.set(id, { left: count, done: resolve });
      timer = setTimeout(resolve, limits.operationsReportMs).unref();
    });
    try {
      const question = [id, this.owners.processId, organizationId, kind].join(' ');
      await this.pool.query('select pg_notify($1, $2)', ['tamis_operations', question]);
      await heard;
    } finally {
      clearTimeout(timer);
      this.open.delete(id);
    }
    return this.takeReports(organizationId, id);
  }

  /** Also deletes reports that arrived too late for an earlier request. */
  private async takeReports(organizationId: string, id: string): Promise<readonly ProcessReport[]> {
    const { rows } = await this.database.forOrganization(organizationId).query<{ own: boolean; report: string }>({
      name: 'take-operation-reports',
      text: `delete from operation_reports where organization_id = $1
        and (question_id = $2 or created_at < now() - interval '1 minute') returning question_id = $2 as own, report::text`,
      values: [organizationId, id],
    });
    return rows.filter(({ own }) => own).map(({ report }) => JSON.parse(report) as ProcessReport);
  }

  private hear(payload: string): void {
    const [id, asker, organizationId, kind] = payload.split(' ');
    if (asker === this.owners.processId || organizationId === undefined || !kinds.has(kind ?? '')) return;
    const report = this.report(organizationId, kind as ReportKind);
    this.database
      .forOrganization(organizationId)
      .query({
        name: 'give-operation-report',
        text: `with given as (
            insert into operation_reports (organization_id, question_id, process_id, report) values ($1, $2, $3, $4) returning question_id)
          select pg_notify('tamis_operation_reports', question_id::text) from given`,
        values: [organizationId, id, report.processId, JSON.stringify(report)],
      })
      .catch((error: unknown) => this.logger.warn(`sharing the metrics of this process failed: ${String(error)}`));
  }

  private report(organizationId: string, kind: ReportKind): ProcessReport {
    const [period, steps] = kind === 'summary' ? ['hour' as const, summarySteps] : [kind, figurePeriods[kind].steps];
    const { since, slots } = this.payments.read(organizationId, period, steps);
    const { waitingCount, totalCount, idleCount } = this.pool;
    const { heapUsed, rss } = process.memoryUsage();
    return {
      processId: this.owners.processId,
      startedAt: this.startedAt,
      since: since === null ? null : new Date(since).toISOString(),
      figures: {
        ...this.figures.ofProcess(),
        ...{ databaseWaiting: waitingCount, databaseBusy: totalCount - idleCount },
        ...{ heapUsedBytes: heapUsed, residentBytes: rss },
      },
      slots,
    };
  }
}

/** Number of steps in five minutes. */
export const summarySteps = 60;
