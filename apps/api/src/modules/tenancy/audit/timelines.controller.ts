import { AuditRepository } from '../../../platform/audit/index.js';
import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../platform/auth/index.js';
import { notFound, UuidParam, Query } from '../../../platform/http/index.js';
import { AuditPageDto, eventOf } from './audit.dto.js';
import { TimelineQuery } from './audit.query.js';

/** Timelines of single records, for callers who may read the record or the whole trail. */
@ApiTags('audit')
@Controller()
export class TimelinesController {
  constructor(private readonly audit: AuditRepository) {}

  @Get('entities/:id/timeline')
  @ApiOperation({ summary: 'Read the timeline of an entity' })
  @RequirePermission('entities:read', 'audit:read')
  @ApiOkResponse({ type: AuditPageDto })
  ofEntity(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Entity') id: string,
    @Query() query: TimelineQuery,
  ): Promise<AuditPageDto> {
    return this.readTimeline(principal, { type: 'entity', name: 'Entity', id }, query);
  }

  @Get('transactions/:id/timeline')
  @ApiOperation({ summary: 'Read the timeline of a transaction' })
  @RequirePermission('transactions:read', 'audit:read')
  @ApiOkResponse({ type: AuditPageDto })
  ofTransaction(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Transaction') id: string,
    @Query() query: TimelineQuery,
  ): Promise<AuditPageDto> {
    return this.readTimeline(principal, { type: 'transaction', name: 'Transaction', id }, query);
  }

  @Get('rules/:id/timeline')
  @ApiOperation({ summary: 'Read the timeline of a rule' })
  @RequirePermission('rules:read', 'audit:read')
  @ApiOkResponse({ type: AuditPageDto })
  ofRule(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Rule') id: string,
    @Query() query: TimelineQuery,
  ): Promise<AuditPageDto> {
    return this.readTimeline(principal, { type: 'rule', name: 'Rule', id }, query);
  }

  @Get('intelligence/investigations/:id/timeline')
  @ApiOperation({ summary: 'Read the timeline of an investigation' })
  @RequirePermission('cases:read', 'audit:read')
  @ApiOkResponse({ type: AuditPageDto })
  ofInvestigation(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Investigation') id: string,
    @Query() query: TimelineQuery,
  ): Promise<AuditPageDto> {
    return this.readTimeline(principal, { type: 'investigation', name: 'Investigation', id }, query);
  }

  private async readTimeline(
    { organizationId }: Principal,
    resource: { readonly type: string; readonly name: string; readonly id: string },
    query: TimelineQuery,
  ): Promise<AuditPageDto> {
    if (!(await this.audit.recordExists(organizationId, resource.type, resource.id))) throw notFound(resource.name);
    const { rows, pagination } = await this.audit.timeline(organizationId, resource, query);
    return { success: true, events: rows.map(eventOf), pagination };
  }
}
