import { Readable } from 'node:stream';

import { Controller, Get, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags, ApiOperation } from '@nestjs/swagger';

import {
  type AuditEntry,
  type AuditFilter,
  AuditRepository,
  byPrincipal,
  creationChanges,
  readAuditHead,
  readChain,
  recordAudit,
} from '../../../platform/audit/index.js';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { ApiErrors, invalid, Query } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { eventLine, eventsHeading } from './event-csv.js';
import { AuditPageDto, ChainDto, eventOf } from './audit.dto.js';
import { AuditEventsQuery, AuditExportQuery, ChainQuery } from './audit.query.js';

/** Returns the audit entry for an export of part of the trail. */
const exportedEntry = (organizationId: string, { ...filter }: AuditFilter, count: number): AuditEntry => ({
  event: 'audit_exported',
  resourceType: 'audit_trail',
  resourceId: organizationId,
  summary: `${count} ${count === 1 ? 'entry' : 'entries'} of the audit log exported`,
  changes: creationChanges(filter),
});

@ApiTags('audit')
@Controller('audit')
export class AuditController {
  constructor(
    private readonly audit: AuditRepository,
    private readonly database: TenantDatabase,
  ) {}

  /** Lists every change of the organization, newest first by default. */
  @Get('events')
  @ApiOperation({ summary: 'List the entries of the audit log' })
  @RequirePermission('audit:read')
  @ApiOkResponse({ type: AuditPageDto })
  async list(@CurrentPrincipal() principal: Principal, @Query() query: AuditEventsQuery): Promise<AuditPageDto> {
    const { rows, pagination } = await this.audit.find(principal.organizationId, query);
    return { success: true, events: rows.map(eventOf), pagination };
  }

  /** Returns the same as CSV. The export is recorded in the audit trail as its last entry. */
  @Get('events/export')
  @ApiOperation({ summary: 'Export the audit log' })
  @RequirePermission('audit:export')
  @ApiErrors('VALIDATION_ERROR')
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  async export(@CurrentPrincipal() principal: Principal, @Query() query: AuditExportQuery): Promise<StreamableFile> {
    const { organizationId } = principal;
    const count = await this.audit.count(organizationId, query, limits.auditExportRows + 1);
    if (count > limits.auditExportRows)
      throw invalid({ from: `more than ${limits.auditExportRows} events match; choose a shorter period` });
    await this.database.transaction(organizationId, (client) =>
      recordAudit(client, byPrincipal(principal), [exportedEntry(organizationId, query, count)]),
    );
    return new StreamableFile(Readable.from(this.streamCsv(organizationId, query)), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="audit-events.csv"',
    });
  }

  /** Returns the chain as it is hashed, for verification (`tamis audit verify`). */
  @Get('chain')
  @ApiOperation({ summary: 'Read the head of the audit log' })
  @RequirePermission('audit:read')
  @ApiOkResponse({ type: ChainDto })
  async chain(@CurrentPrincipal() { organizationId }: Principal, @Query() query: ChainQuery): Promise<ChainDto> {
    const client = this.database.forOrganization(organizationId);
    // The head is read first: entries appended meanwhile come after it.
    const head = await readAuditHead(client, organizationId);
    const entries = await readChain(client, organizationId, query.after, query.limit);
    return { success: true, organizationId, entries, head };
  }

  private async *streamCsv(organizationId: string, filter: AuditFilter): AsyncIterable<string> {
    yield eventsHeading;
    for await (const entries of this.audit.streamAll(organizationId, filter, limits.auditExportBatch)) {
      yield entries.map(eventLine).join('');
    }
  }
}
