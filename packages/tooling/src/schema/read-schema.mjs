// Catalogue data about the schema `public` of a database, in an order that depends only on the schema.

const columnsSql = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
    pg_get_expr(d.adbin, d.adrelid) as default, a.attgenerated as generated, a.attidentity as identity,
    case when a.attcollation <> t.typcollation then quote_ident(l.collname) end as collation,
    case when a.attstorage <> t.typstorage then a.attstorage end as storage
  from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum left join pg_collation l on l.oid = a.attcollation
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`;

const tablesSql = `
  select c.relname as name, c.relrowsecurity as secured, c.relforcerowsecurity as forced, c.reloptions as options,
    pg_get_partkeydef(c.oid) as partitioned, pg_get_expr(c.relpartbound, c.oid) as bound, p.inhparent::regclass::text as parent,
    obj_description(c.oid, 'pg_class') as comment, c.relpersistence as persistence,
    (select string_agg(distinct x.privilege_type, ', ' order by x.privilege_type) from aclexplode(c.relacl) x
      where x.grantee = to_regrole('tamis_app')) as granted
  from pg_class c left join pg_inherits p on p.inhrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by c.relname`;

const constraintsSql = `
  select conrelid::regclass::text as table, conname as name, contype as kind, pg_get_constraintdef(oid) as definition
  from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n' and conrelid <> 0
  order by 1, array_position(array['p', 'u', 'f', 'c', 'x', 't']::"char"[], contype), conname`;

const indexesSql = `
  select i.indrelid::regclass::text as table, c.relname as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint o where o.conindid = i.indexrelid
    and o.contype in ('p', 'u', 'x')) order by 1, 2`;

const policiesSql = `
  select tablename as table, policyname as name, permissive, lower(cmd) as command, roles::text as roles, qual as visible,
    with_check as writable from pg_policies where schemaname = 'public' order by 1, 2`;

const triggersSql = `
  select t.tgrelid::regclass::text as table, t.tgname as name, pg_get_triggerdef(t.oid) as definition, t.tgenabled as enabled
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal order by 1, 2`;

const functionsSql = `
  select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as definition,
    coalesce((select string_agg(r, ', ' order by r) from (select case when x.grantee = 0 then 'public' else x.grantee::regrole::text end as r
      from aclexplode(p.proacl) x where x.grantee <> p.proowner) y), case when p.proacl is null then 'public' end) as granted
  from pg_proc p where p.pronamespace = 'public'::regnamespace order by 1`;

const viewsSql = `
  select c.relname as name, c.reloptions as options, pg_get_viewdef(c.oid) as definition
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm') order by 1`;

const sequencesSql = `
  select c.relname as name, format_type(s.seqtypid, null) as type, (s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache, s.seqcycle)::text as settings,
    (select d.refobjid::regclass::text from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i') and d.refobjsubid > 0) as table,
    (select string_agg(distinct x.privilege_type, ', ' order by x.privilege_type) from aclexplode(c.relacl) x
      where x.grantee = to_regrole('tamis_app')) as granted
  from pg_sequence s join pg_class c on c.oid = s.seqrelid where c.relnamespace = 'public'::regnamespace order by 1`;

const defaultGrantsSql = `
  select d.defaclobjtype as kind, string_agg(x.privilege_type, ', ' order by x.privilege_type) as granted
  from pg_default_acl d cross join aclexplode(d.defaclacl) x where d.defaclnamespace = 'public'::regnamespace
    and x.grantee = to_regrole('tamis_app') group by 1 order by 1`;

/**
 * Returns the tables of a database and everything that belongs to each, as rows of the catalogue.
 *
 * @param {{ query: (sql: string) => Promise<{ rows: any[] }> }} client of a migrated database
 */
export async function readSchema(client) {
  const rows = async (sql) => (await client.query(sql)).rows;
  const ofTable = async (sql) => grouped(await rows(sql));
  return {
    tables: await rows(tablesSql),
    columns: await ofTable(columnsSql),
    constraints: await ofTable(constraintsSql),
    indexes: await ofTable(indexesSql),
    policies: await ofTable(policiesSql),
    triggers: await ofTable(triggersSql),
    functions: await rows(functionsSql),
    views: await rows(viewsSql),
    sequences: await rows(sequencesSql),
    defaultGrants: await rows(defaultGrantsSql),
  };
}

function grouped(rows) {
  const groups = new Map();
  for (const row of rows) groups.set(row.table, [...(groups.get(row.table) ?? []), row]);
  return groups;
}
