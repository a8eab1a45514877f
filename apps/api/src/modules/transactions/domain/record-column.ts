/** How a field of a stored transaction is read in SQL, as JSON. Aliases: `t` transaction, `oe` and `de` its linked entities. */
export interface RecordColumn {
  /** `?` stands for the place of `value`. */
  readonly sql: string;
  readonly value?: readonly string[];
}

const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const scalars: Readonly<Record<string, string>> = {
  id: 't.id',
  externalId: 't.external_id',
  type: 't.type',
  status: 't.status',
  reason: 't.reason',
  paymentMethod: 't.payment_method',
  channel: 't.channel',
  amount: 't.amount::text',
  currency: 't.currency',
  amountInUsd: 't.amount_in_usd',
  description: 't.description',
  category: 't.category',
  riskScore: 't.risk_score',
  decision: 't.decision',
  flagged: 't.flagged',
  transactedAt: iso('t.transacted_at'),
  createdAt: iso('t.created_at'),
  updatedAt: iso('t.updated_at'),
};

const partyScalars: Readonly<Record<string, string>> = {
  EntityId: 'entity_id',
  ExternalId: 'external_id',
  TaxId: 'tax_id',
  Name: 'name',
  Country: 'country',
};

const jsonColumns: Readonly<Record<string, string>> = {
  metadata: 't.metadata',
  deviceDetails: 't.device_details',
  locationDetails: 't.location_details',
  originDetails: 't.origin_details',
  destinationDetails: 't.destination_details',
};

/** `entityId` below `origin` is `originEntityId` beside it. */
function flatName(steps: readonly string[]): readonly string[] {
  const [first, second, ...rest] = steps;
  if ((first !== 'origin' && first !== 'destination') || second === undefined) return steps;
  return [`${first}${second.charAt(0).toUpperCase()}${second.slice(1)}`, ...rest];
}

const entityScalars: Readonly<Record<string, string>> = {
  id: 'id',
  externalId: 'external_id',
  type: 'type',
  name: 'name',
  taxId: 'tax_id',
  countryCode: 'country_code',
  nationality: 'nationality',
  riskScore: 'risk_score',
  status: 'status',
  kycVerified: 'kyc_verified',
  kycProvider: 'kyc_provider',
  isClient: 'is_client',
};

const entityTimes: Readonly<Record<string, string>> = {
  registrationDate: 'registration_date',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};

const entityJson: Readonly<Record<string, string>> = {
  entityData: 'entity_data',
  attributes: 'attributes',
  kycData: 'kyc_data',
  operationalHours: 'operational_hours',
};

function entityColumn(alias: 'oe' | 'de', [name, ...rest]: readonly string[]): RecordColumn | null {
  if (name === undefined) return null;
  const json = entityJson[name];
  if (json !== undefined) return jsonColumn(`${alias}.${json}`, rest);
  if (rest.length > 0) return null;
  const time = entityTimes[name];
  if (time !== undefined) return { sql: iso(`${alias}.${time}`) };
  const scalar = entityScalars[name];
  return scalar === undefined ? null : { sql: `${alias}.${scalar}` };
}

const jsonColumn = (column: string, below: readonly string[]): RecordColumn =>
  below.length === 0 ? { sql: column } : { sql: `${column} #> ?::text[]`, value: below };

/** Null: no field of a transaction has this path. */
export function recordColumn(path: readonly string[]): RecordColumn | null {
  const [first, ...below] = path;
  if (first === undefined) return null;
  if (first === 'originEntity') return entityColumn('oe', below);
  if (first === 'destinationEntity') return entityColumn('de', below);
  const [name, ...rest] = flatName(path);
  const json = jsonColumns[name!];
  if (json !== undefined) return jsonColumn(json, rest);
  if (rest.length > 0) return null;
  const scalar = scalars[name!];
  if (scalar !== undefined) return { sql: scalar };
  const [, side, column] = /^(origin|destination)(\w+)$/.exec(name!) ?? [];
  const known = column === undefined ? undefined : partyScalars[column];
  return known === undefined ? null : { sql: `t.${side}_${known}` };
}
