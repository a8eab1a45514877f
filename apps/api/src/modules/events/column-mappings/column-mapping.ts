/** What the rows of a file become. */
export const mappingTargets = ['transaction', 'entity_person', 'entity_company', 'entity_mixed', 'user_event'] as const;
export type MappingTarget = (typeof mappingTargets)[number];

/** Targets of mappings by which files of entities are read. */
export const entityTargets = [
  'entity_person',
  'entity_company',
  'entity_mixed',
] as const satisfies readonly MappingTarget[];

export const columnTypes = ['string', 'number', 'boolean', 'date', 'json'] as const;
export type ColumnType = (typeof columnTypes)[number];

export const cellTransforms = ['trim', 'upper', 'lower', 'digits'] as const;
export type CellTransform = (typeof cellTransforms)[number];

/** What a column of a table is in a record. */
export interface ColumnSpec {
  /** Dotted: `originDetails.iban`. */
  readonly path: string;
  readonly type?: ColumnType | undefined;
  readonly dateFormat?: string | undefined;
  /** In place of an empty cell. */
  readonly default?: string | undefined;
  readonly required?: boolean | undefined;
  readonly transform?: CellTransform | undefined;
  readonly valueMap?: Readonly<Record<string, string>> | undefined;
}

/** By the name of the column. */
export type ColumnMapping = ReadonlyMap<string, ColumnSpec>;

/** By the path of a member: what a record has there where its row has nothing. */
export type DefaultFields = ReadonlyMap<string, string | number | boolean>;

/** What a target says of rows that do not say it themselves. */
export const targetDefaults: Readonly<Partial<Record<MappingTarget, Readonly<Record<string, string>>>>> = {
  entity_person: { type: 'person' },
  entity_company: { type: 'company' },
};

/** How the rows of a table become records. */
export interface TableMapping {
  /** Null: columns are named like the members of a record. */
  readonly columns: ColumnMapping | null;
  readonly defaults: DefaultFields;
}

/** A mapping as it is stored: what it says is kept as it was sent, and was checked then. */
export interface StoredMapping {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly target: MappingTarget;
  readonly columnMapping: Readonly<Record<string, unknown>>;
  readonly defaultFields: Readonly<Record<string, unknown>>;
  /** The columns of the file it was made for; null: nobody said. */
  readonly headersSnapshot: readonly string[] | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
