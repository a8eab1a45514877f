import {
  BooleanField,
  EnumField,
  InstantField,
  invalid,
  JsonArrayField,
  JsonObjectField,
  fieldPathsOf,
  NumberField,
  TextField,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import type { EntityDescription } from '../domain/apply-description.js';
import { type EntityType, entityTypes } from '../domain/entity-enumerations.js';
import { EntityBody } from './create-entity.body.js';
import { findForeignData } from './read-entity-body.js';

/**
 * An entity that takes part in a record that is not stored: the fields given by the caller, including those that only the server sets for
 * other entities.
 */
export class DescribedEntityBody extends EntityBody {
  @EnumField(entityTypes, 'EntityType', { description: 'default: the type of the stored entity, or else person' })
  type?: EntityType;

  @NumberField({ min: 0, max: 100 }) riskScore?: number;
  @BooleanField() kycVerified?: boolean;
  @TextField({ max: limits.entityNameCharacters }) kycProvider?: string;
  @JsonObjectField() kycData?: object;
  @JsonObjectField() currentEvaluation?: object;
  @JsonObjectField() monitoring?: object;
  @JsonObjectField({ description: '`mapped`, `raw` and `normalized`' }) enrichmentData?: object;
  @JsonArrayField(limits.accountsPerEntity) accounts?: object[];
  @InstantField() createdAt?: string;
}

const known: ReadonlySet<string> = new Set(fieldPathsOf(DescribedEntityBody).map(({ path }) => path));
const created: ReadonlySet<string> = new Set(['type', ...fieldPathsOf(EntityBody).map(({ path }) => path)]);
const codes: ReadonlySet<string> = new Set(['countryCode', 'nationality']);
const times: ReadonlySet<string> = new Set(['registrationDate', 'expiresAt', 'createdAt']);

/** Returns the value in the form in which the server returns it. */
function spelled(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (codes.has(name)) return value.toUpperCase();
  return times.has(name) ? new Date(value).toISOString() : value;
}

/**
 * Returns the description of an entity in a validated body, read from the sent object. Throws 400 for a field that entities do not have.
 */
export function readDescription(sent: object): EntityDescription {
  const { type, entityData } = sent as DescribedEntityBody;
  const strange = Object.keys(sent).filter((name) => !known.has(name));
  const problems = {
    ...Object.fromEntries(strange.map((name) => [name, 'is not a known field of a described entity'])),
    ...(type && findForeignData(type, JSON.stringify(entityData ?? {}))),
  };
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, spelled(name, value)]),
  ) as EntityDescription;
}

/** Returns the fields in a validated body of a new entity that only the server sets for other entities. */
export function readTold(sent: object): EntityDescription {
  const told = Object.entries(sent).filter(
    ([name, value]) => known.has(name) && !created.has(name) && value !== null && value !== undefined,
  );
  return Object.fromEntries(told.map(([name, value]) => [name, spelled(name, value)])) as EntityDescription;
}
