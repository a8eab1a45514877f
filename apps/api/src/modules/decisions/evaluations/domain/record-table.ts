/** How a field of a stored record is read in SQL, as JSON. */
export interface RecordColumn {
  /** `?` stands for the place of `value`. */
  readonly sql: string;
  readonly value?: readonly string[];
}

/** A column of the table itself whose values are those of a field, and what they are to the database. */
export interface PlainColumn {
  readonly sql: string;
  readonly as: 'text' | 'uuid' | 'number' | 'boolean' | 'inet' | 'date';
}

/** Texts are stored as they were sent: accented letters as one character or, as some systems write them, as two. Keys have them as one. */
export const spellingsOf = (key: string): readonly string[] => [...new Set([key, key.normalize('NFD')])];

/** How the records of a source are read. Its own columns have the alias `r`. */
export interface RecordTable {
  /** What stands after FROM when no linked entity is read, and what is added when one is. `?` is the key of the first link. */
  readonly table: string;
  readonly entities: string;
  /** Null: the records have none. */
  readonly time: string | null;
  /** Orders records of one time by arrival. */
  readonly arrival: string;
  /** A condition on the records. Absent: all are meant. */
  readonly only?: string;
  /** Paths under whose values a change of a record is noted that happened in an hour that has ended. Absent: no change is. */
  readonly notedBy?: readonly string[];
  /** By path, joined by dots. Links by them use their indexes, and the database can compute with them. */
  readonly plain: Readonly<Record<string, PlainColumn>>;
  /** Paths, joined by dots, that each record has a value at. Absent: it is not known of any. */
  readonly required?: ReadonlySet<string>;
  /**
   * Columns that hold a text below a free object for who looks records up by it, by path joined by dots. Null where it is no text:
   * the database computes nothing with them.
   */
  readonly keys?: Readonly<Record<string, string>>;
  /** Null: no field of a record has this path. */
  readonly column: (path: readonly string[]) => RecordColumn | null;
  /** Whether a field is read with the help of a linked entity. */
  readonly needsEntities: (path: readonly string[]) => boolean;
}

/** Plain columns of one kind. */
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

/** Free objects, and what the rules wrote. */
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

/** A field of a linked entity that was joined as `alias`. */
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
