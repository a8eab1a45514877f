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
  originEntityId: 't.origin_entity_id',
  destinationEntityId: 't.destination_entity_id',
  type: 't.type',
  status: 't.status',
  reason: 't.reason',
  paymentMethod: 't.payment_method',
  channel: 't.channel',
  amount: 't.amount::text',
  currency: 't.currency',
  amountInUsd: 't.amount_in_usd::text',
  description: 't.description',
  category: 't.category',
  riskScore: 't.risk_score',
  decision: 't.decision',
  flagged: 't.flagged',
  transactedAt: iso('t.transacted_at'),
  createdAt: iso('t.created_at'),
  updatedAt: iso('t.updated_at'),
};

/** What a party is, where the transaction does not say it itself, its linked entity says. */
const partyScalars: Readonly<Record<string, string>> = {
  externalId: 'external_id',
  taxId: 'tax_id',
  name: 'name',
};

function partyColumn(side: 'origin' | 'destination', name: string): RecordColumn | null {
  const alias = side === 'origin' ? 'oe' : 'de';
  if (name === 'entityId') return { sql: `t.${side}_entity_id` };
  if (name === 'country') return { sql: `coalesce(t.${side}_country, ${alias}.country_code)` };
  const column = partyScalars[name];
  return column === undefined ? null : { sql: `coalesce(t.${side}_${column}, ${alias}.${column})` };
}

const jsonColumns: Readonly<Record<string, string>> = {
  metadata: 't.metadata',
  deviceDetails: 't.device_details',
  locationDetails: 't.location_details',
};

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
  const [first, second, ...rest] = path;
  if (first === undefined) return null;
  if (first === 'originEntity') return entityColumn('oe', path.slice(1));
  if (first === 'destinationEntity') return entityColumn('de', path.slice(1));
  if (first === 'origin' || first === 'destination') {
    if (second === 'details') return jsonColumn(`t.${first}_details`, rest);
    return second === undefined || rest.length > 0 ? null : partyColumn(first, second);
  }
  const json = jsonColumns[first];
  if (json !== undefined) return jsonColumn(json, path.slice(1));
  const scalar = scalars[first];
  return scalar === undefined || second !== undefined ? null : { sql: scalar };
}

/** Whether a field is read with the help of a linked entity. */
export const needsEntities = ([first, second]: readonly string[]): boolean =>
  first === 'originEntity' ||
  first === 'destinationEntity' ||
  ((first === 'origin' || first === 'destination') && second !== 'details' && second !== 'entityId');
