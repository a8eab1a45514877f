import { InstantField, PageQuery, QueryEnumList, TextField, UuidField } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { type Severity, severities, type StatusFilter, statusFilters } from '../domain/alert-enumerations.js';

/** Filters of `GET /intelligence/alerts`; all of them must hold. */
export class ListAlertsQuery extends PageQuery {
  @UuidField() entityId?: string;
  @UuidField() transactionId?: string;
  @UuidField() ruleId?: string;
  @QueryEnumList(statusFilters, 'AlertStatusFilter') status?: StatusFilter[];
  @QueryEnumList(severities, 'Severity') severity?: Severity[];
  @TextField({ min: 1, max: limits.dataListValueCharacters }) category?: string;
  @UuidField() assignedTo?: string;
  @InstantField({ description: 'inclusive' }) createdFrom?: string;
  @InstantField({ description: 'inclusive' }) createdTo?: string;
}
