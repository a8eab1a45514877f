/**
 * SQL in `from`: organization data that everyone may read: identity, time zone, currencies and settings. Contract data (plan, limits,
 * status) stays with the module that owns the table.
 */
export const organizationsSql = `(select id, name, slug, environment, paired_organization_id, parent_organization_id, timezone, language,
    base_currency, reporting_currencies, currency_codes, rate_max_age_days, settings from organizations)`;

/** SQL value: a time in the time zone of an organization. */
export const localTimeSql = (organization: string, moment: string): string =>
  `(select ${moment} at time zone o.timezone from ${organizationsSql} o where o.id = ${organization})`;

/** SQL value: whether an organization is a production or a sandbox organization. */
export const environmentSql = (organization: string): string =>
  `(select o.environment from ${organizationsSql} o where o.id = ${organization})`;

/** SQL: the displayed data of the user `$1` whose session is looked up. */
export const sessionUserSql = `select email, first_name as "firstName", last_name as "lastName",
    coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email) as name
  from users where id = $1`;

/** SQL in `from`: what a parent shares with a child (`s`), and the opt-in of the child, if any (`i`). */
export const sharesSql = 'child_shares s left join child_opt_ins i using (organization_id, resource_type, resource_id)';

/** SQL in `from`: like `sharesSql`, but only what the child has enabled. */
export const enabledSharesSql =
  'child_shares s join child_opt_ins i using (organization_id, resource_type, resource_id)';

/** SQL condition: the organization `$1` has enabled a share of this type. */
export const hasEnabledSharesSql = (resourceType: string): string =>
  `exists (select from child_opt_ins i where i.organization_id = $1 and i.resource_type = '${resourceType}')`;

/** SQL that updates the name `$3` and content `$4` of the resource `$2` of the parent `$1` for its children. */
export const refreshShareSql = (resourceType: string): string =>
  `update child_shares set name = $3, content = $4
   where parent_organization_id = $1 and resource_type = '${resourceType}' and resource_id = $2`;

/** SQL that stops sharing the resource `$2` of the parent `$1`. */
export const deleteSharesSql = (resourceType: string): string =>
  `delete from child_shares where parent_organization_id = $1 and resource_type = '${resourceType}' and resource_id = $2`;
