import { Controller, HttpCode } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiError, ApiErrors, BodyExample, exampleId, invalid } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { alertView, type Assignment } from '../domain/stored-alert.js';
import { type AlertStatus, alertStatuses } from '../domain/alert-enumerations.js';
import { resolveStatusAlias, workStatusOf } from '../domain/work-status.js';
import { resolveAssignee } from '../dto/assignee-field.js';
import { type AlertFilterBody, ChangeAlertsBody, RevertAlertsBody, TakeNextBody } from '../dto/bulk.bodies.js';
import { ChangedAlertsDto, RevertedAlertsDto, TakenAlertDto } from '../dto/bulk.dto.js';
import type { AlertFilter } from '../persistence/alert-filter.js';
import { type BulkAction, ChangeAlerts } from '../use-cases/change-alerts.js';
import { RevertAlerts } from '../use-cases/revert-alerts.js';

const openStatuses: readonly AlertStatus[] = alertStatuses.filter((status) => status !== 'RESOLVED');

/** Operations on many alerts at once. */
@ApiTags('alerts')
@Controller('intelligence/alerts')
export class AlertWorkController {
  constructor(
    private readonly changeAlerts: ChangeAlerts,
    private readonly revertAlerts: RevertAlerts,
  ) {}

  /** Takes the next alert. Concurrent callers each get a different one. */
  @Post('next')
  @ApiOperation({ summary: 'Take the most urgent unassigned alert' })
  @BodyExample({ filter: { priority: ['CRITICAL', 'HIGH'] } })
  @HttpCode(200)
  @RequirePermission('alerts:assign')
  @ApiErrors('VALIDATION_ERROR')
  @ApiOkResponse({ type: TakenAlertDto })
  async next(@CurrentPrincipal() principal: Principal, @PostBody() { filter }: TakeNextBody): Promise<TakenAlertDto> {
    if (principal.actor.type !== 'user')
      throw new ApiError('FORBIDDEN', 'Alerts can be taken by users, not by API keys');
    const { statuses, ...wanted } = filterOf(principal, filter ?? {});
    const open = (statuses ?? openStatuses).filter((status) => status !== 'RESOLVED');
    const taken = await this.changeAlerts.takeNext(principal, { ...wanted, statuses: open });
    return { success: true, alert: taken && alertView(taken.after), entryId: taken?.entryId ?? null };
  }

  /**
   * Changes up to 500 alerts, selected by ids or by a filter. Each one is changed or refused individually, and all are counted. If a filter
   * matches more, `nextAfter` says where to continue. Acknowledging and changing the status require `alerts:edit`, resolving
   * `alerts:resolve`, and assigning `alerts:assign`.
   */
  @Post('bulk')
  @ApiOperation({ summary: 'Change many alerts' })
  @BodyExample({ action: 'resolve', alertIds: [exampleId], resolution: 'FALSE_POSITIVE', reason: 'A salary' })
  @HttpCode(200)
  @RequirePermission('alerts:read')
  @ApiErrors('VALIDATION_ERROR')
  @ApiOkResponse({ type: ChangedAlertsDto })
  async change(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: ChangeAlertsBody,
  ): Promise<ChangedAlertsDto> {
    const { alertIds, filter, after, asOf } = body;
    if ((alertIds == null) === (filter == null)) throw invalid({ alertIds: 'either alertIds or filter is required' });
    if (after != null && filter == null) throw invalid({ after: 'requires filter' });
    const choice =
      filter == null ? { ids: alertIds! } : { filter: withStatuses(filterOf(principal, filter)), after: after ?? null };
    const action = actionOf(principal, body);
    const outcome = await this.changeAlerts.apply(principal, choice, action, asOf == null ? null : new Date(asOf));
    return { ...RevertedAlertsDto.from(outcome), nextAfter: outcome.nextAfter };
  }

  /**
   * Restores each alert to its state before an audit entry, provided that nothing else has happened to it since. Requires the same
   * permissions as the change.
   */
  @Post('revert')
  @ApiOperation({ summary: 'Revert a bulk change of alerts' })
  @BodyExample({ changes: [{ alertId: exampleId, entryId: exampleId }] })
  @HttpCode(200)
  @RequirePermission('alerts:edit')
  @ApiErrors('VALIDATION_ERROR')
  @ApiOkResponse({ type: RevertedAlertsDto })
  async revert(
    @CurrentPrincipal() principal: Principal,
    @PostBody() { changes }: RevertAlertsBody,
  ): Promise<RevertedAlertsDto> {
    return RevertedAlertsDto.from(await this.revertAlerts.revert(principal, changes));
  }
}

const withStatuses = (filter: AlertFilter): AlertFilter => ({ ...filter, statuses: filter.statuses ?? openStatuses });

const filterOf = (principal: Principal, sent: AlertFilterBody): AlertFilter => ({
  ...{ entityId: sent.entityId ?? undefined, transactionId: sent.transactionId ?? undefined },
  ...{ ruleId: sent.ruleId ?? undefined, statuses: sent.status?.map(resolveStatusAlias) },
  ...{ severity: sent.severity ?? undefined, priority: sent.priority ?? undefined },
  ...{ category: sent.category ?? undefined, assignee: resolveAssignee(principal, sent.assignedTo ?? undefined) },
  ...{ createdFrom: sent.createdFrom ?? undefined, createdTo: sent.createdTo ?? undefined },
  search: sent.search ?? undefined,
});

/** Members required by each action; members of other actions are refused. */
const membersOf: Readonly<Record<BulkAction['kind'], readonly (keyof ChangeAlertsBody)[]>> = {
  acknowledge: [],
  assign: ['assignedTo', 'assignedToType', 'reason'],
  move: ['status', 'reason'],
  resolve: ['resolution', 'reason'],
};

function actionOf(principal: Principal, body: ChangeAlertsBody): BulkAction {
  const { action: kind, reason = null } = body;
  const foreign = (['assignedTo', 'assignedToType', 'status', 'resolution', 'reason'] as const).filter(
    (member) => body[member] != null && !membersOf[kind].includes(member),
  );
  if (foreign.length > 0)
    throw invalid(Object.fromEntries(foreign.map((member) => [member, `${member} cannot be used with ${kind}`])));
  switch (kind) {
    case 'acknowledge':
      return { kind };
    case 'resolve':
      return { kind, disposition: { resolution: body.resolution ?? null, notes: reason } };
    case 'move': {
      if (body.status == null) throw invalid({ status: 'status is required to move alerts' });
      return { kind, to: body.status === 'RESOLVED' ? workStatusOf(body.status) : body.status, reason };
    }
    case 'assign': {
      if (body.assignedTo == null) throw invalid({ assignedTo: 'assignedTo is required to assign alerts' });
      const assignedTo = resolveAssignee(principal, body.assignedTo) ?? null;
      const assignedToType = assignedTo === null ? null : (body.assignedToType ?? 'user');
      return { kind, assignment: { assignedTo, assignedToType } satisfies Assignment, reason };
    }
  }
}
