import {
  EnumField,
  PageQuery,
  QueryEnumList,
  QueryInteger,
  TextField,
  UuidField,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import {
  AssigneeField,
  type Severity,
  severities,
  type StatusAlias,
  statusAliases,
  type WorkStatus,
  workStatuses,
} from '../../alerts/index.js';

type StatusFilter = WorkStatus | StatusAlias;
const StatusesField = (): PropertyDecorator => QueryEnumList([...workStatuses, ...statusAliases], 'WorkStatusFilter');

/** Filters of `GET /intelligence/investigations`; all of them must match. */
export class ListInvestigationsQuery extends PageQuery {
  @UuidField() entityId?: string;
  @StatusesField() status?: StatusFilter[];
  @QueryEnumList(severities, 'Severity') priority?: Severity[];
  @AssigneeField() assignedTo?: string;
  @TextField({ min: 1, max: limits.alertNameCharacters, description: 'searched in name, description and number' })
  search?: string;
}

const alertOrders = ['createdAt', 'severity', 'riskContribution'] as const;
export type AlertOrder = (typeof alertOrders)[number];

/** Query of `GET /intelligence/investigations/{id}/alerts`. */
export class InvestigationAlertsQuery {
  @TextField({ min: 1, max: limits.dataListValueCharacters }) category?: string;
  @EnumField(alertOrders, 'InvestigationAlertOrder', { description: 'highest first' }) sortBy: AlertOrder = 'createdAt';
}

/** Query of `GET /intelligence/inbox`. */
export class InboxQuery {
  @StatusesField() status?: StatusFilter[];
  @QueryEnumList(severities, 'Severity') priority?: Severity[];
  @AssigneeField() assignedTo?: string;
  @AssigneeField() assigneeId?: string;
  @QueryInteger({ min: 1, max: limits.pageRows }) limit: number = limits.defaultPageRows;
  @QueryInteger({ min: 0 }) offset: number = 0;
}
