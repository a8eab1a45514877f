export { connectionOf, poolOf } from './pool-of.js';
export { checkAppRole } from './check-app-role.js';
export { countRows, type RowCount, parameterRows } from './count-rows.js';
export { appPool, InjectPgPool, type PgPool, pgPoolToken, type Queryable, type TransactionClient } from './pg-pool.js';
export { appRole } from './app-role.js';
export { dataSourceOptions } from './data-source-options.js';
export { DatabaseModule } from './database.module.js';
export { DatabaseUnavailableError } from './database-unavailable-error.js';
export { dropRecords, migrate } from './migrate.js';
export {
  findOrganizations,
  allowLookup,
  beforeWritesLeave,
  runSavepoint,
  sendAhead,
  switchOrganization,
  undoPoint,
} from './organization-transaction.js';
export { isPassing } from './is-passing.js';
export { jsonTexts, jsonTextsSql } from './json-texts.js';
export { type LastStatement, sendLast } from './last-statements.js';
export { leastId, leastIdSql, newId } from './new-id.js';
export { Notifications } from './notifications.js';
export { openDataSource } from './open-data-source.js';

export { partitionedTables } from './partitions.js';

export { currentLookup, currentOrganization, rowSecurity } from './row-security.js';
export { containsPattern, SqlConditions } from './sql-conditions.js';
export { inTransaction, TenantDatabase } from './tenant-database.js';
export { isConflict, untilNoConflict } from './until-no-conflict.js';
export { violatedConstraint } from './violated-constraint.js';
