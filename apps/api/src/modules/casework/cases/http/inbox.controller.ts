import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiProperty, ApiOperation } from '@nestjs/swagger';
import {
  CurrentPrincipal,
  assertPermission,
  hasPermission,
  type Principal,
  RequirePermission,
} from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError, ApiErrors, invalid, Query } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import {
  resolveAssignee,
  resolveStatusAlias,
  type WorkStatus,
  workStatuses,
  inboxAlertView,
  InboxAlertDto,
  severities,
} from '../../alerts/index.js';
import type { InboxCount } from '../domain/inbox-count.js';
import { summarize, type InboxStatusCount, type InboxSummary } from '../domain/inbox-summary.js';
import { countInbox, findInboxAlerts, findInboxCases } from '../persistence/inbox-store.js';
import { InboxQuery } from '../dto/investigation.queries.js';
import { InboxCaseDto } from '../dto/investigation.dto.js';

/** Returns the schema of an object with exactly these members. */
const countProperties = (names: readonly string[], member: object): object => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, member])),
  required: [...names],
});

const statusCount = {
  type: 'object',
  properties: { count: { type: 'integer' }, byPriority: countProperties(severities, { type: 'integer' }) },
  required: ['count', 'byPriority'],
};

class InboxSummaryDto implements InboxSummary {
  @ApiProperty() totalCases!: number;
  @ApiProperty() totalAlerts!: number;
  @ApiProperty({ ...countProperties(workStatuses, statusCount), description: 'cases and alerts together' })
  byStatus!: Readonly<Record<(typeof workStatuses)[number], InboxStatusCount>>;
}

/** `GET /intelligence/inbox`. */
class InboxDto {
  @ApiProperty({ description: 'All items, or all of the assignee: status and priority filters do not apply' })
  summary!: InboxSummaryDto;
  @ApiProperty({ type: [InboxCaseDto], description: 'Most urgent first, then newest first' })
  cases!: readonly InboxCaseDto[];
  @ApiProperty({ type: [InboxAlertDto], description: 'Most urgent first, then newest first' })
  alerts!: readonly InboxAlertDto[];
}

class WaitingDto {
  @ApiProperty({ description: 'of the caller' }) mine!: number;
  @ApiProperty({ description: 'of nobody' }) unassigned!: number;
  @ApiProperty() all!: number;
}

/** `GET /intelligence/inbox/counts`. */
class InboxCountsDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'Not resolved' }) alerts!: WaitingDto;
  @ApiProperty({ type: WaitingDto, nullable: true, description: 'Not closed; `null` without `cases:read`' })
  cases!: WaitingDto | null;
}

const openStatuses: readonly WorkStatus[] = workStatuses.filter((status) => status !== 'CLOSED');

@ApiTags('investigations')
@Controller('intelligence/inbox')
export class InboxController {
  constructor(private readonly database: TenantDatabase) {}

  /**
   * Returns cases and alerts, each with this limit and offset; without `status`, those that are not closed. Also requires `alerts:read`.
   */
  @Get()
  @ApiOperation({ summary: 'List the work that is waiting' })
  @RequirePermission('cases:read')
  @ApiErrors('VALIDATION_ERROR', 'OFFSET_TOO_LARGE')
  @ApiOkResponse({ type: InboxDto })
  async read(@CurrentPrincipal() principal: Principal, @Query() query: InboxQuery): Promise<InboxDto> {
    assertPermission(principal, 'alerts:read');
    const { organizationId } = principal;
    const { status, priority: priorities, limit, offset } = query;
    if (offset > limits.pageOffset) {
      const details = { offset: `must not be greater than ${limits.pageOffset}` };
      throw new ApiError('OFFSET_TOO_LARGE', `offset is limited to ${limits.pageOffset}`, details);
    }
    const assignee = resolveAssignee(principal, requestedAssignee(query));
    const statuses = status ? [...new Set(status.map(resolveStatusAlias))] : openStatuses;
    const page = { statuses, priorities, assignee, limit, offset };
    return this.database.transaction(organizationId, async (client) => ({
      summary: summarize(await countInbox(client, organizationId, assignee)),
      cases: await findInboxCases(client, organizationId, page),
      alerts: (await findInboxAlerts(client, organizationId, page)).map(inboxAlertView),
    }));
  }

  /** Returns how much is waiting, and for whom. */
  @Get('counts')
  @ApiOperation({ summary: 'Count the work that is waiting' })
  @RequirePermission('alerts:read')
  @ApiErrors('VALIDATION_ERROR')
  @ApiOkResponse({ type: InboxCountsDto })
  async counts(@CurrentPrincipal() { organizationId, actor, scopes }: Principal): Promise<InboxCountsDto> {
    const [mine, unassigned, all] = await this.database.transaction(organizationId, async (client) => [
      await countInbox(client, organizationId, actor.id),
      await countInbox(client, organizationId, null),
      await countInbox(client, organizationId, undefined),
    ]);
    const waiting = (kind: InboxCount['kind']): WaitingDto => ({
      mine: openOf(mine, kind),
      unassigned: openOf(unassigned, kind),
      all: openOf(all, kind),
    });
    const cases = hasPermission(scopes, 'cases:read') ? waiting('case') : null;
    return { success: true, alerts: waiting('alert'), cases };
  }
}

const openOf = (counts: readonly InboxCount[], kind: InboxCount['kind']): number =>
  counts
    .filter((each) => each.kind === kind && each.status !== 'CLOSED')
    .reduce((total, { count }) => total + count, 0);

function requestedAssignee({ assignedTo, assigneeId }: InboxQuery): string | undefined {
  if (assignedTo !== undefined && assigneeId !== undefined && assignedTo !== assigneeId) {
    throw invalid({ assigneeId: 'is a synonym of assignedTo with a conflicting value' });
  }
  return assignedTo ?? assigneeId;
}
