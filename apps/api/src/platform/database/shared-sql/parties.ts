/** SQL that joins the entity with a given id of the row `record` as `alias`, whether or not it is deleted. */
export const joinEntitySql = (alias: string, record: string, id: string): string =>
  `join entities ${alias} on ${alias}.organization_id = ${record}.organization_id and ${alias}.id = ${id}`;

/** SQL that joins both linked entities of a transaction, as `oe` and `de`, if it has them. */
export const joinPartiesSql = (transaction: string): string =>
  `left ${joinEntitySql('oe', transaction, `${transaction}.origin_entity_id`)}
   left ${joinEntitySql('de', transaction, `${transaction}.destination_entity_id`)}`;

/** SQL in `from`: the entity `$2` of the organization `$1`, as `e`, unless it is deleted. */
export const fromLiveEntitySql = 'from entities e where e.organization_id = $1 and e.id = $2 and e.deleted_at is null';

/** SQL value: when the first of the two entities of a relationship `r` was deleted; null if both exist. */
export const firstDeletionOfEndsSql = `(select min(gone.deleted_at) from entities gone
  where gone.organization_id = r.organization_id and gone.id in (r.source_entity_id, r.target_entity_id))`;

/** SQL condition: one of the entities of a relationship `r` is deleted. */
export const isEndDeletedSql = `exists (select from entities gone where gone.organization_id = r.organization_id
     and gone.id in (r.source_entity_id, r.target_entity_id) and gone.deleted_at is not null)`;

/** SQL: entities that are related to one of `$2`, at most `$3`. */
export const neighboursSql = `select e.id, e.risk_score::float8 as "riskScore" from (
    select r.target_entity_id as id from relationships r
      where r.organization_id = $1 and r.source_entity_id = any($2::uuid[]) and r.deleted_at is null
    union select r.source_entity_id from relationships r
      where r.organization_id = $1 and r.target_entity_id = any($2::uuid[]) and r.deleted_at is null) as found
  join entities e on e.organization_id = $1 and e.id = found.id and e.deleted_at is null
  limit $3`;

/** SQL: for each entity that meets a condition, the row that `lateral` finds by `e.id`, as `first`. */
export const ofEntitiesSql = (condition: string, lateral: string): string =>
  `from entities e cross join lateral ${lateral} first where e.organization_id = $1 and e.${condition}`;

/** SQL in `from`: the accounts `r` of an entity that are not deleted. */
export const fromLiveAccountsSql = (entity: string): string =>
  `from entity_accounts r where r.organization_id = $1 and r.entity_id = ${entity} and r.deleted_at is null`;

/** SQL condition: the risk matrix `$2` is assigned to an entity of the organization `$1`. */
export const isMatrixOfEntitiesSql =
  'exists (select from entities where organization_id = $1 and $2 = any(risk_matrix_ids) and deleted_at is null)';

/** SQL that unassigns the risk matrix `$2` from all entities of the organization `$1`. */
export const unassignMatrixSql =
  'update entities set risk_matrix_ids = array_remove(risk_matrix_ids, $2) where organization_id = $1 and $2 = any(risk_matrix_ids)';
