/** How a field of a stored record is read in SQL, as JSON. */
export interface RecordColumn {
  /** `?` is replaced by the parameter for `value`. */
  readonly sql: string;
  readonly value?: readonly string[];
}

/** A column of the table that contains the values of a field, with its database type. */
export interface PlainColumn {
  readonly sql: string;
  readonly as: 'text' | 'uuid' | 'number' | 'boolean' | 'inet' | 'date';
}

/** Texts are stored as sent: accented letters as one character or, from some systems, as two. Keys are composed. */
export const spellingsOf = (key: string): readonly string[] => [...new Set([key, key.normalize('NFD')])];

/** How the records of a source are read. Its own columns have the alias `r`. */
export interface RecordTable {
  /** The from clause without linked entities, and the joins added for them. `?` is the key of the first link. */
  readonly table: string;
  readonly entities: string;
  /** Time column; `null` if the records have no time. */
  readonly time: string | null;
  /** Column that sorts records of the same time by arrival. */
  readonly arrival: string;
  /** A condition on the records. Absent if all are included. */
  readonly only?: string;
  /** Paths under whose values changes of records in past hours are recorded. Absent if changes are not recorded. */
  readonly notedBy?: readonly string[];
  /** Plain columns by path joined with dots. Links on them use indexes, and the database can compute with them. */
  readonly plain: Readonly<Record<string, PlainColumn>>;
  /** Paths, joined with dots, at which every record has a value. Absent if none are known. */
  readonly required?: ReadonlySet<string>;
  /**
   * Columns with a text within a free-form object, for lookups, by path joined with dots. Null if the value is not a text. The database
   * does not compute with them.
   */
  readonly keys?: Readonly<Record<string, string>>;
  /** Returns the column for a path; `null` if no field of a record has this path. */
  readonly column: (path: readonly string[]) => RecordColumn | null;
  /** Returns whether reading a field requires a linked entity. */
  readonly needsEntities: (path: readonly string[]) => boolean;
}

/** Returns plain columns of the same type. */
export const plainAs = (
  as: PlainColumn['as'],
  columns: Readonly<Record<string, string>>,
): Readonly<Record<string, PlainColumn>> =>
  Object.fromEntries(Object.entries(columns).map(([path, sql]) => [path, { sql, as }]));

export const isoText = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const jsonColumn = (column: string, below: readonly string[]): RecordColumn =>
  below.length === 0 ? { sql: column } : { sql: `${column} #> ?::text[]`, value: below };

const entityScalars: Readonly<Record<string, string>> = {
  id: 'id',
  externalId: 'external_id',
  type: 'type',
  name: 'name',
  taxId: 'tax_id',
  countryCode: 'country_code',
  nationality: 'nationality',
  email: 'email',
  phone: 'phone',
  riskScore: 'risk_score',
  riskLevel: 'risk_level',
  status: 'status',
  statusLocked: 'status_locked',
  statusReason: 'status_reason',
  riskMatrixIds: 'risk_matrix_ids',
  kycVerified: 'kyc_verified',
  kycProvider: 'kyc_provider',
  isClient: 'is_client',
};

const entityTimes: Readonly<Record<string, string>> = {
  registrationDate: 'registration_date',
  expiresAt: 'expires_at',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  deletedAt: 'deleted_at',
};

/** Free-form objects, and values written by rules. */
const entityJson: Readonly<Record<string, string>> = {
  entityData: 'entity_data',
  attributes: 'attributes',
  kycData: 'kyc_data',
  metadata: 'metadata',
  manualRisk: 'manual_risk',
  operationalHours: 'operational_hours',
  riskFactors: 'risk_factors',
  currentEvaluation: 'current_evaluation',
};

/** Returns a field of a linked entity joined as `alias`. */
export function entityColumn(alias: string, [name, ...rest]: readonly string[]): RecordColumn | null {
  if (name === undefined) return null;
  const json = entityJson[name];
  if (json !== undefined) return jsonColumn(`${alias}.${json}`, rest);
  if (rest.length > 0) return null;
  const time = entityTimes[name];
  if (time !== undefined) return { sql: isoText(`${alias}.${time}`) };
  const scalar = entityScalars[name];
  return scalar === undefined ? null : { sql: `${alias}.${scalar}` };
}
