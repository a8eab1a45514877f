import {
  EnumField,
  InstantField,
  NameField,
  TextField,
  UuidField,
  PageQuery,
  QueryEnumList,
  ChangeBody,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import {
  type AssigneeType,
  assigneeTypes,
  type Resolution,
  resolutions,
  type Severity,
  severities,
  type AlertOrder,
  alertOrders,
  type AlertStatus,
  alertStatuses,
} from '../domain/alert-enumerations.js';
import { type WorkStatus, workStatuses, type StatusAlias, statusAliases } from '../domain/work-status.js';
import { AssigneeField } from './assignee-field.js';

/** Filters of `GET /intelligence/alerts`; all of them must match. */
export class ListAlertsQuery extends PageQuery {
  @UuidField() entityId?: string;
  @UuidField() transactionId?: string;
  @UuidField() ruleId?: string;
  @QueryEnumList([...alertStatuses, ...statusAliases], 'AlertStatusFilter') status?: (AlertStatus | StatusAlias)[];
  @QueryEnumList(severities, 'Severity') severity?: Severity[];
  @QueryEnumList(severities, 'Severity') priority?: Severity[];
  @TextField({ min: 1, max: limits.dataListValueCharacters }) category?: string;
  @AssigneeField() assignedTo?: string;
  @InstantField({ description: 'inclusive' }) createdFrom?: string;
  @InstantField({ description: 'inclusive' }) createdTo?: string;
  @TextField({
    min: 1,
    max: limits.alertNameCharacters,
    description: 'Searched in the name and in the entity it is about',
  })
  search?: string;
  @EnumField(alertOrders, 'AlertOrder', {
    description: 'newest first, or most urgent first and newest first within the same urgency',
  })
  sortBy: AlertOrder = 'createdAt';
}

const reason = { max: limits.reasonCharacters };

/** `POST /intelligence/alerts`. */
export class CreateAlertBody {
  @NameField({ required: true, max: limits.alertNameCharacters }) name!: string;
  @EnumField(severities, 'Severity', { required: true }) severity!: Severity;
  @UuidField({ description: 'Either this or transactionId is required' }) targetEntityId?: string | null;
  @UuidField({
    description: 'Without targetEntityId, the alert is also about the entity that the transaction comes from',
  })
  transactionId?: string | null;
  @NameField({ max: limits.dataListValueCharacters }) category?: string | null;
  @TextField({ max: limits.alertDescriptionCharacters }) description?: string | null;
}

/** `POST /intelligence/alerts/{id}/resolve`. */
export class ResolveAlertBody {
  @TextField(reason) resolutionNotes?: string | null;
  @EnumField(resolutions, 'AlertResolution') resolution?: Resolution | null;
}

export const moves = [...workStatuses, 'RESOLVED'] as const;

/** `PATCH /intelligence/alerts/{id}/status`. */
export class MoveAlertBody {
  @EnumField(moves, 'AlertMove', { required: true, description: '`CLOSED` is a synonym of `RESOLVED`' })
  status!: WorkStatus | 'RESOLVED';
  @TextField({ ...reason, description: 'Required to reopen' }) reason?: string | null;
}

/** `PUT …/assign`, of alerts and investigations. */
@ChangeBody()
export class AssignBody {
  @UuidField({ required: true }) assignedTo!: string;
  @EnumField(assigneeTypes, 'AssigneeType', { description: 'default `user`' }) assignedToType?: AssigneeType | null;
  @EnumField(severities, 'Severity') priority?: Severity | null;
  @InstantField() dueDate?: string | null;
  @TextField(reason) reason?: string | null;
}
