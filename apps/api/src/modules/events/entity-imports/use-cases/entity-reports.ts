import { Injectable } from '@nestjs/common';
import { isObject } from '@tamis/stdx';

import { limits } from '../../../../platform/limits.js';
import { type BatchReport, BatchReports, reportView, skipsNotAvailable } from '../../batch-jobs/index.js';
import { type EntityBatchOptions, skipCodes } from '../domain/entity-batch.js';
import type { EntityFailuresDto, SkippedEntityDto } from '../dto/entity-failures.dto.js';

const kind = 'entity_batch';

/** Returns the tax id and type in a row, as far as the row was kept. */
function namesOf(row: string | null): { readonly taxId: string | null; readonly type: string | null } {
  const sent: unknown = row === null ? null : JSON.parse(row);
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  if (!isObject(sent)) return { taxId: null, type: null };
  return { taxId: text(sent['taxId']), type: text(sent['type'] ?? sent['entityType']) };
}

/** Reports on the rows of entity batches. Each method throws 404 if the job does not belong to the organization. */
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

  /** Returns the skipped entities of a job. Also throws 409 `SKIPS_NOT_AVAILABLE`. */
  async skips(organizationId: string, id: string): Promise<readonly SkippedEntityDto[]> {
    const report = await this.reports.failures(organizationId, id, kind);
    const skips = await this.skipsOf(report, report.totalItems);
    if (!skips) throw skipsNotAvailable(kind);
    return skips;
  }

  /** Returns a limited number of skipped entities, or `null` if they are no longer kept. */
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
