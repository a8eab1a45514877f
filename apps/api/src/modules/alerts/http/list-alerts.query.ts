import { InstantField, PageQuery, QueryEnumList, TextField, UuidField } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { type AlertStatus, alertStatuses, type Severity, severities } from '../domain/alert-enumerations.js';
import { type StatusAlias, statusAliases } from '../domain/work-status.js';
import { AssigneeField } from './assignee-field.js';

/** Filters of `GET /intelligence/alerts`; all of them must hold. */
export class ListAlertsQuery extends PageQuery {
  @UuidField() entityId?: string;
  @UuidField() transactionId?: string;
  @UuidField() ruleId?: string;
  @QueryEnumList([...alertStatuses, ...statusAliases], 'AlertStatusFilter') status?: (AlertStatus | StatusAlias)[];
  @QueryEnumList(severities, 'Severity') severity?: Severity[];
  @TextField({ min: 1, max: limits.dataListValueCharacters }) category?: string;
  @AssigneeField() assignedTo?: string;
  @InstantField({ description: 'inclusive' }) createdFrom?: string;
  @InstantField({ description: 'inclusive' }) createdTo?: string;
}
