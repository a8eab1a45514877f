import type { FieldDeclaration, Type } from '@tamis/lang';
import type { DeriveField } from './derived-values.js';

/** Type words for the field tables. */
export const types = {
  bool: { kind: 'bool' },
  number: { kind: 'number' },
  /** Names, cities, e-mails: case and accents are ignored. */
  name: { kind: 'text', collation: 'ci' },
  /** Ids, fingerprints, codes: compared as they are. */
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

/** A field below some root: name, type, description. Derived ones say how. */
export interface FieldRow {
  /** Steps below the root, joined by dots. */
  readonly name: string;
  /** Stored steps below the root, where they differ from the name. */
  readonly stored?: string;
  readonly type: Type;
  readonly description: string;
  readonly required?: boolean;
  readonly open?: boolean;
  readonly derived?: DeriveField;
  /** Of an open object that is there only after something was run: how many keys below it name what was run. */
  readonly screenedBy?: number;
  /** Of a list of records that is unknown, not empty, while the root was not found. */
  readonly withRoot?: true;
}

export const row = (name: string, type: Type, description: string, more: Partial<FieldRow> = {}): FieldRow => ({
  name,
  type,
  description,
  ...more,
});

/** Rows of an object that stands below another one. */
export const rowsBelow = (name: string, rows: readonly FieldRow[]): readonly FieldRow[] =>
  rows.map((each) => ({ ...each, name: `${name}.${each.name}` }));

/** Where a table of rows stands: `origin` in text is `originEntity` in JSON. */
export interface FieldRoot {
  readonly text: readonly string[];
  readonly json: readonly string[];
  /** Nothing below an absent owner is there. */
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
