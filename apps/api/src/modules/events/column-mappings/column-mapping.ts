/** What the rows of a file can become. */
export const mappingTargets = ['transaction', 'entity_person', 'entity_company', 'entity_mixed', 'user_event'] as const;
export type MappingTarget = (typeof mappingTargets)[number];

/** Mapping targets that can be used for files of entities. */
export const entityTargets = [
  'entity_person',
  'entity_company',
  'entity_mixed',
] as const satisfies readonly MappingTarget[];

export const columnTypes = ['string', 'number', 'boolean', 'date', 'json'] as const;
export type ColumnType = (typeof columnTypes)[number];

export const cellTransforms = ['trim', 'upper', 'lower', 'digits'] as const;
export type CellTransform = (typeof cellTransforms)[number];

/** How a column of a table maps to a record. */
export interface ColumnSpec {
  /** Dotted path, such as `originDetails.iban`. */
  readonly path: string;
  readonly type?: ColumnType | undefined;
  readonly dateFormat?: string | undefined;
  /** Value used instead of an empty cell. */
  readonly default?: string | undefined;
  readonly required?: boolean | undefined;
  readonly transform?: CellTransform | undefined;
  readonly valueMap?: Readonly<Record<string, string>> | undefined;
}

/** Column specifications by column name. */
export type ColumnMapping = ReadonlyMap<string, ColumnSpec>;

/** Values for members that a row leaves empty, by member path. */
export type DefaultFields = ReadonlyMap<string, string | number | boolean>;

/** Values that a target sets for rows that do not set them themselves. */
export const targetDefaults: Readonly<Partial<Record<MappingTarget, Readonly<Record<string, string>>>>> = {
  entity_person: { type: 'person' },
  entity_company: { type: 'company' },
};

/** How the rows of a table become records. */
export interface TableMapping {
  /** `null` if the columns are named like the members of a record. */
  readonly columns: ColumnMapping | null;
  readonly defaults: DefaultFields;
}

/** A stored mapping. Its content was validated when it was stored, and is kept as it was sent. */
export interface StoredMapping {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly target: MappingTarget;
  readonly columnMapping: Readonly<Record<string, unknown>>;
  readonly defaultFields: Readonly<Record<string, unknown>>;
  /** Columns of the file the mapping was made for; `null` if they were not given. */
  readonly headersSnapshot: readonly string[] | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
