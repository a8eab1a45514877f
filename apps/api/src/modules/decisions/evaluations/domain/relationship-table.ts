import { joinEntitySql, isEndDeletedSql } from '../../../../platform/database/index.js';
import { entityColumn, jsonColumn, plainAs, type RecordColumn, type RecordTable } from './record-table.js';

const scalars: Readonly<Record<string, string>> = {
  id: 'r.id',
  sourceEntityId: 'r.source_entity_id',
  targetEntityId: 'r.target_entity_id',
  relationshipType: 'r.relationship_type',
  role: 'r.role',
  strength: 'r.strength',
};

function column([first, ...rest]: readonly string[]): RecordColumn | null {
  if (first === 'related') return entityColumn('e', rest);
  if (first === 'metadata') return jsonColumn('r.metadata', rest);
  const scalar = first === undefined ? undefined : scalars[first];
  return scalar === undefined || rest.length > 0 ? null : { sql: scalar };
}

/** Current relationships between entities that are not deleted. `e` is the entity at the other end. */
export const relationshipTable: RecordTable = {
  table: 'relationships r',
  entities: `left ${joinEntitySql('e', 'r', 'case when r.source_entity_id::text = ? then r.target_entity_id else r.source_entity_id end')}`,
  time: null,
  arrival: 'r.id',
  only: `r.deleted_at is null and not ${isEndDeletedSql}`,
  plain: {
    ...plainAs('uuid', { sourceEntityId: 'r.source_entity_id', targetEntityId: 'r.target_entity_id' }),
    ...plainAs('text', { relationshipType: 'r.relationship_type', role: 'r.role' }),
  },
  column,
  needsEntities: ([first]) => first === 'related',
};
