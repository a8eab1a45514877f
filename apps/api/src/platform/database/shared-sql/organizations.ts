/**
 * SQL in `from`: what everyone may read of organizations: who they are, their clock, their money and their settings. What was agreed upon
 * with them (plan, limits, status) stays with the module that owns the table.
 */
export const organizationsSql = `(select id, name, slug, environment, paired_organization_id, parent_organization_id, timezone, language,
    base_currency, reporting_currencies, currency_codes, rate_max_age_days, settings from organizations)`;

/** SQL of a value: a moment by the clock of an organization. */
export const localTimeSql = (organization: string, moment: string): string =>
  `(select ${moment} at time zone o.timezone from ${organizationsSql} o where o.id = ${organization})`;

/** SQL of a value: whether an organization is a production or a sandbox one. */
export const environmentSql = (organization: string): string =>
  `(select o.environment from ${organizationsSql} o where o.id = ${organization})`;

/** What is told of a user whose session is looked up, `$1`. */
export const sessionUserSql = `select email, first_name as "firstName", last_name as "lastName",
    coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email) as name
  from users where id = $1`;

/** SQL in `from`: what a parent shares with a child (`s`), and the switch of the child, where it has one (`i`). */
export const sharesSql = 'child_shares s left join child_opt_ins i using (organization_id, resource_type, resource_id)';

/** The same of what the child has switched on. */
export const enabledSharesSql =
  'child_shares s join child_opt_ins i using (organization_id, resource_type, resource_id)';

/** SQL of a condition: the organization `$1` has switched something of the type on. */
export const hasEnabledSharesSql = (resourceType: string): string =>
  `exists (select from child_opt_ins i where i.organization_id = $1 and i.resource_type = '${resourceType}')`;

/** Tells the children of the parent `$1` what the resource `$2` is now: its name `$3` and content `$4`. */
export const refreshShareSql = (resourceType: string): string =>
  `update child_shares set name = $3, content = $4
   where parent_organization_id = $1 and resource_type = '${resourceType}' and resource_id = $2`;

/** Shares the resource `$2` of the parent `$1` with nobody any more. */
export const deleteSharesSql = (resourceType: string): string =>
  `delete from child_shares where parent_organization_id = $1 and resource_type = '${resourceType}' and resource_id = $2`;
