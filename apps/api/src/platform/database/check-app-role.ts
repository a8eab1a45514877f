import type { DataSource } from 'typeorm';

import { appRole } from './roles/app-role.js';
import { DatabaseUnavailableError } from './database-unavailable-error.js';

/**
 * Throws `DatabaseUnavailableError` unless sessions are subject to row-level security. A connection pooler may have dropped the role
 * setting, or an administrator may have granted the role too much.
 */
export async function checkAppRole(dataSource: DataSource): Promise<DataSource> {
  const takesOptions = 'options' in (dataSource.options as { readonly extra: object }).extra;
  const [session] = await dataSource.query<{ name: string; bypasses: boolean }[]>(
    'select rolname as name, rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user',
  );
  if (session?.name === appRole && !session.bypasses) return dataSource;
  await dataSource.destroy();
  const found = session
    ? `the role ${session.name}${session.bypasses ? ', which bypasses row-level security' : ''}`
    : 'no role';
  const advice = takesOptions
    ? ''
    : `; behind a connection pooler the user of DATABASE_URL must begin as it: grant ${appRole} to USER; alter role USER set role = ${appRole}`;
  throw new DatabaseUnavailableError(new Error(`sessions must use the role ${appRole}, not ${found}${advice}`));
}
