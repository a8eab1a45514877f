import { joinEntitySql } from '../../../../platform/database/index.js';
import { entityColumn, jsonColumn, type RecordColumn, type RecordTable } from './record-table.js';

/** Fields of records that belong to a single entity. */
interface FlatFields {
  readonly scalars: Readonly<Record<string, string>>;
  /** Free-form objects. */
  readonly json?: Readonly<Record<string, string>>;
}

/** Returns how to read a table whose records belong to a single entity, joined as `e`. */
export function flatTable(
  of: Pick<RecordTable, 'table' | 'time' | 'arrival' | 'notedBy' | 'plain'> & { readonly entityId: string },
  { scalars, json = {} }: FlatFields,
): RecordTable {
  const column = ([first, ...rest]: readonly string[]): RecordColumn | null => {
    if (first === undefined) return null;
    if (first === 'entity') return entityColumn('e', rest);
    const object = json[first];
    if (object !== undefined) return jsonColumn(object, rest);
    const scalar = scalars[first];
    return scalar === undefined || rest.length > 0 ? null : { sql: scalar };
  };
  return {
    ...of,
    entities: `left ${joinEntitySql('e', 'r', of.entityId)}`,
    column,
    needsEntities: ([first]) => first === 'entity',
  };
}
