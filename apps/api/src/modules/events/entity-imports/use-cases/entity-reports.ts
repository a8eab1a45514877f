import { Injectable } from '@nestjs/common';
import { isObject } from '@tamis/stdx';

import { limits } from '../../../../platform/limits.js';
import { type BatchReport, BatchReports, reportView, skipsNotAvailable } from '../../batch-jobs/index.js';
import { type EntityBatchOptions, skipCodes } from '../domain/entity-batch.js';
import type { EntityFailuresDto, SkippedEntityDto } from '../dto/entity-failures.dto.js';

const kind = 'entity_batch';

/** What a row says of its entity, in as far as it was kept. */
function namesOf(row: string | null): { readonly taxId: string | null; readonly type: string | null } {
  const sent: unknown = row === null ? null : JSON.parse(row);
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  if (!isObject(sent)) return { taxId: null, type: null };
  return { taxId: text(sent['taxId']), type: text(sent['type'] ?? sent['entityType']) };
}

/** What became of the rows of batches of entities. Each throws 404 for a job that is none of the organization. */
@Injectable()
export class EntityReports {
  constructor(private readonly reports: BatchReports) {}

  async failures(organizationId: string, id: string): Promise<EntityFailuresDto> {
    return this.view(await this.reports.failures(organizationId, id, kind));
  }

  async view(report: BatchReport): Promise<EntityFailuresDto> {
    const { organizationId, id, errors } = report;
    const indexes = errors.map(({ index }) => index);
    const rows = await this.reports.rowsAt({ organizationId, id }, indexes);
    const failures = errors.map(({ index, externalId, code, message }, place) => ({
      ...namesOf(rows?.[place] ?? null),
      outcome: 'failed' as const,
      ...{ code, message, index, externalId },
    }));
    const skips = (await this.skipsOf(report, limits.batchErrors)) ?? [];
    return { ...reportView(report, failures), skips, skipsTotal: report.skipped };
  }

  /** Throws 409 `SKIPS_NOT_AVAILABLE` too. */
  async skips(organizationId: string, id: string): Promise<readonly SkippedEntityDto[]> {
    const report = await this.reports.failures(organizationId, id, kind);
    const skips = await this.skipsOf(report, report.totalItems);
    if (!skips) throw skipsNotAvailable(kind);
    return skips;
  }

  /** So many at most; null: they are kept no longer. */
  private async skipsOf(
    { organizationId, id, options }: BatchReport,
    most: number,
  ): Promise<readonly SkippedEntityDto[] | null> {
    const items = await this.reports.skippedItems(organizationId, id);
    const rows = items && (await this.reports.rowsAt({ organizationId, id }, items.slice(0, most)));
    if (!rows) return null;
    const code = skipCodes[(options as EntityBatchOptions).entityImportMode];
    return rows.map((row) => ({ ...namesOf(row), outcome: 'skipped_existing', code }));
  }
}
