import { formatPath, readValue, type Catalogue, type FieldDeclaration, type Schema } from '@tamis/lang';

/**
 * The key next to a derived field under which a test stores its value, by the last step of its path, in a list; an empty list means
 * `missing`.
 */
export const givenKey = '$given';

function withOverride(field: FieldDeclaration): FieldDeclaration {
  const { derived, jsonPath, type } = field;
  if (!derived) return field;
  const own = jsonPath.slice(derived.owner.length);
  const given = [...own.slice(0, -1), givenKey, own[own.length - 1] ?? ''];
  return {
    ...field,
    derived: {
      ...derived,
      reads: [...derived.reads, given],
      value: (read, environment) => {
        const found = read(given);
        if (!Array.isArray(found)) return derived.value(read, environment);
        return readValue(found[0], type, formatPath(jsonPath), environment.timezone);
      },
    },
  };
}

/** Returns a catalogue in which a derived field has the value that a test sets, and is derived otherwise. */
export function withOverridableFields(catalogue: Catalogue): Catalogue {
  const { schema } = catalogue;
  const wrapped = new Map<FieldDeclaration, FieldDeclaration>();
  const wrap = (field: FieldDeclaration): FieldDeclaration => {
    const known = wrapped.get(field) ?? withOverride(field);
    wrapped.set(field, known);
    return known;
  };
  const given: Schema = {
    ...schema,
    field: (target, steps) => mapNullable(schema.field(target, steps), wrap),
    recordField: (source, steps) => mapNullable(schema.recordField(source, steps), wrap),
    fields: (target) => schema.fields(target).map(wrap),
    recordFields: (source) => schema.recordFields(source).map(wrap),
  };
  return { ...catalogue, schema: given };
}

const mapNullable = <T>(value: T | null, map: (value: T) => T): T | null => (value === null ? null : map(value));
