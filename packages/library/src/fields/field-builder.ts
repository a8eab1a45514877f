import type { FieldDeclaration, Type } from '@tamis/lang';
import type { DeriveField } from './derived-values.js';

/** Names of types for the field tables. */
export const types = {
  bool: { kind: 'bool' },
  number: { kind: 'number' },
  /** Names, cities, emails: case and accents are ignored. */
  name: { kind: 'text', collation: 'ci' },
  /** Ids, fingerprints, codes: compared exactly. */
  code: { kind: 'text', collation: 'cs' },
  country: { kind: 'country' },
  currency: { kind: 'currency' },
  date: { kind: 'date' },
  datetime: { kind: 'datetime' },
  duration: { kind: 'duration' },
  money: { kind: 'money' },
  ip: { kind: 'ip' },
  geo: { kind: 'geo' },
  entity: { kind: 'entity' },
  object: { kind: 'object' },
  any: { kind: 'any' },
  objects: { kind: 'list', element: { kind: 'object' } },
  codes: { kind: 'list', element: { kind: 'text', collation: 'cs' } },
  names: { kind: 'list', element: { kind: 'text', collation: 'ci' } },
} as const satisfies Readonly<Record<string, Type>>;

export const enumType = (name: string, values: readonly string[]): Type => ({ kind: 'enum', name, values });

/** A field below some root: name, type, description. Derived fields define their derivation. */
export interface FieldRow {
  /** Steps below the root, joined by dots. */
  readonly name: string;
  /** Stored steps below the root, if they differ from the name. */
  readonly stored?: string;
  readonly type: Type;
  readonly description: string;
  readonly required?: boolean;
  readonly open?: boolean;
  readonly derived?: DeriveField;
  /** For an open object that exists only after a check has been performed: number of keys below it that identify the check. */
  readonly screenedBy?: number;
  /** Whether a list of records is unknown rather than empty while the root does not exist. */
  readonly withRoot?: true;
}

export const row = (name: string, type: Type, description: string, more: Partial<FieldRow> = {}): FieldRow => ({
  name,
  type,
  description,
  ...more,
});

/** Returns the rows of an object that is nested in another one. */
export const rowsBelow = (name: string, rows: readonly FieldRow[]): readonly FieldRow[] =>
  rows.map((each) => ({ ...each, name: `${name}.${each.name}` }));

/** Position of a table of rows: `origin` in text is `originEntity` in JSON. */
export interface FieldRoot {
  readonly text: readonly string[];
  readonly json: readonly string[];
  /** Whether the owner may be absent, in which case all fields below it are missing. */
  readonly optional: boolean;
}

export function fieldsAt(root: FieldRoot, rows: readonly FieldRow[]): readonly FieldDeclaration[] {
  return rows.map(
    ({ name, stored = name, type, description, required = false, open, derived, screenedBy, withRoot }) => ({
      path: [...root.text, name].join('.'),
      jsonPath: [...root.json, ...stored.split('.')],
      type,
      nullable: root.optional || !required,
      ...(open && { openKeys: true }),
      description,
      ...(screenedBy !== undefined && { screenedBy }),
      ...(withRoot && { foundWith: root.json }),
      ...(derived && { derived: { ...derived(root.json), owner: root.json } }),
    }),
  );
}
