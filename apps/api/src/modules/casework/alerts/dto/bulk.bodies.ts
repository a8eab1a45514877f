import {
  EnumArrayField,
  EnumField,
  InstantField,
  NestedArrayField,
  NestedField,
  TextField,
  UuidArrayField,
  UuidField,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import {
  type AlertStatus,
  alertStatuses,
  type AssigneeType,
  assigneeTypes,
  type Resolution,
  resolutions,
  severities,
  type Severity,
} from '../domain/alert-enumerations.js';
import { type StatusAlias, statusAliases } from '../domain/work-status.js';
import { moves } from './alert.bodies.js';
import { AssigneeField } from './assignee-field.js';

const some = { min: 1, max: 20 };
const named = { min: 1, max: limits.alertsPerBulkRequest };

/** Filter for alerts; all conditions must match. */
export class AlertFilterBody {
  @UuidField() entityId?: string | null;
  @UuidField() transactionId?: string | null;
  @UuidField() ruleId?: string | null;
  @EnumArrayField([...alertStatuses, ...statusAliases], 'AlertStatusFilter', {
    ...some,
    description: 'Default: alerts that are not resolved',
  })
  status?: (AlertStatus | StatusAlias)[] | null;
  @EnumArrayField(severities, 'Severity', some) severity?: Severity[] | null;
  @EnumArrayField(severities, 'Severity', some) priority?: Severity[] | null;
  @TextField({ min: 1, max: limits.dataListValueCharacters }) category?: string | null;
  @AssigneeField() assignedTo?: string | null;
  @InstantField({ description: 'inclusive' }) createdFrom?: string | null;
  @InstantField({ description: 'inclusive' }) createdTo?: string | null;
  @TextField({
    min: 1,
    max: limits.alertNameCharacters,
    description: 'Searched in the name and in the entity it is about',
  })
  search?: string | null;
}

/** `POST /intelligence/alerts/next`. */
export class TakeNextBody {
  @NestedField(() => AlertFilterBody, { description: 'Filter for the alerts to change; `assignedTo` is ignored' })
  filter?: AlertFilterBody | null;
}

const bulkActions = ['acknowledge', 'assign', 'move', 'resolve'] as const;
export type BulkActionName = (typeof bulkActions)[number];

/** `POST /intelligence/alerts/bulk`. */
export class ChangeAlertsBody {
  @EnumField(bulkActions, 'AlertBulkAction', { required: true }) action!: BulkActionName;
  @UuidArrayField({ ...named, description: 'Either this or filter' }) alertIds?: string[] | null;
  @NestedField(() => AlertFilterBody, { description: 'This or alertIds' }) filter?: AlertFilterBody | null;
  @UuidField({ description: 'With filter: `nextAfter` of the previous response' }) after?: string | null;
  @InstantField({
    description:
      'When the alerts were read: alerts changed since then are refused; with a filter, newer ones are left out',
  })
  asOf?: string | null;
  @AssigneeField() assignedTo?: string | null;
  @EnumField(assigneeTypes, 'AssigneeType', { description: 'With assignedTo; default `user`' })
  assignedToType?: AssigneeType | null;
  @EnumField(moves, 'AlertMove', { description: 'Of `move`' }) status?: (typeof moves)[number] | null;
  @EnumField(resolutions, 'AlertResolution', { description: 'Of `resolve`' }) resolution?: Resolution | null;
  @TextField({ max: limits.reasonCharacters, description: 'Reason; for `resolve`, the notes' }) reason?: string | null;
}

class ChangedAlertBody {
  @UuidField({ required: true }) alertId!: string;
  @UuidField({ required: true, description: 'Id of the audit log entry to revert' }) entryId!: string;
}

/** `POST /intelligence/alerts/revert`. */
export class RevertAlertsBody {
  @NestedArrayField(() => ChangedAlertBody, { ...named, required: true }) changes!: ChangedAlertBody[];
}
