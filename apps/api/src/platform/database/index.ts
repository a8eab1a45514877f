export { poolOf } from './pool-of.js';
export { checkAppRole } from './check-app-role.js';
export { countRows, type RowCount, placeholderRows } from './count-rows.js';
export { appPool, InjectPgPool, type PgPool, pgPoolToken } from './pg-pool.js';
export { databaseTime, type Queryable } from './queryable.js';
export { appRole } from './roles/app-role.js';
export { dataSourceOptions } from './data-source-options.js';
export { DatabaseModule } from './database.module.js';
export { DatabaseUnavailableError } from './database-unavailable-error.js';
export { EarlierDatabaseError } from './earlier-database-error.js';
export { dropExpiredPartitions, migrate } from './migrate.js';
export { findEnvironment, findOrganizations } from './find-organizations.js';
export { isTransient } from './is-transient.js';
export { listsOf } from './organization-queries.js';
export { joinJsonTexts, splitJsonTextsSql } from './join-json-texts.js';
export { type DeferredStatement, Transaction } from './transaction.js';
export { minIdAt, minIdAtSql, newId } from './new-id.js';
export { Notifications } from './notifications.js';
export { openDataSource } from './open-data-source.js';

export { partitionedTables } from './partitions.js';

export { rowColumns, type RowColumns } from './row-columns.js';
export { currentLookupSql, currentOrganizationSql, rowSecurity } from './roles/row-security.js';
export { containsPattern, foldedSql, SqlConditions } from './sql-conditions.js';
export { inTransaction, TenantDatabase } from './tenant-database.js';
export { isConflict, retryOnConflict } from './retry-on-conflict.js';
export { violatedConstraint } from './violated-constraint.js';
export { type DroppedPeriod, findDropped } from './dropped-periods.js';
