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
  @TextField({ min: 1, max: limits.alertNameCharacters, description: 'in the name, or of whom it is about' })
  search?: string;
  @EnumField(alertOrders, 'AlertOrder', {
    description: 'the newest first, or the most urgent first and of these the newest',
  })
  sortBy: AlertOrder = 'createdAt';
}

const reason = { max: limits.reasonCharacters };

/** `POST /intelligence/alerts`. */
export class CreateAlertBody {
  @NameField({ required: true, max: limits.alertNameCharacters }) name!: string;
  @EnumField(severities, 'Severity', { required: true }) severity!: Severity;
  @UuidField({ description: 'This or transactionId is required' }) targetEntityId?: string | null;
  @UuidField({ description: 'Alone, it stands for the entity it comes from too' }) transactionId?: string | null;
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
  @EnumField(moves, 'AlertMove', { required: true, description: '`CLOSED` is another word for `RESOLVED`' })
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
