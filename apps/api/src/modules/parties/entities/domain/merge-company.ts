import { isDeepStrictEqual } from 'node:util';

import { canonicalJson, isObject, type JsonValue } from '@tamis/stdx';

import type { ConflictResolution } from './upsert-options.js';

/** A sent field with its stored value. `field` is its path: `name`, `entityData.company.industry`, `attributes.segment`. */
export interface ComparedField {
  readonly field: string;
  readonly oldValue: JsonValue;
  readonly newValue: JsonValue;
}

export interface Conflict extends ComparedField {
  /** The origin of the current value; for `manual_review` it is the stored value until somebody reviews it. */
  readonly resolution: 'source_wins' | 'target_wins' | 'merged' | 'manual_review';
}

export interface ResolvedField {
  readonly field: string;
  /** The value to be stored. */
  readonly value: JsonValue;
}

export interface MergeResult {
  /** Only the fields that change. */
  readonly changes: readonly ResolvedField[];
  /** The fields with different values on both sides. Filling an empty field is not a conflict. */
  readonly conflicts: readonly Conflict[];
}

/** The fields that identify a company: a merge does not overwrite them after a provider has verified them. */
const identifyingFields: ReadonlySet<string> = new Set([
  ...['name', 'countryCode', 'nationality', 'registrationDate'],
  ...['entityData.company.legalName', 'entityData.company.registrationNumber', 'entityData.company.incorporationDate'],
]);

/** A merge never overwrites these fields, because records refer to a company by them; `change-external-id` and PATCH change them. */
const identifiers: ReadonlySet<string> = new Set(['taxId', 'externalId']);

/** The field of `entityData.company` that keeps the tax ids of branches that were matched to the company. */
export const branchTaxIdMember = 'branchTaxIds';
const branchTaxIdsField = `entityData.company.${branchTaxIdMember}`;

/**
 * Computes the changes to a stored company that a sent one was matched to. Fields that were not sent stay; empty fields are filled, except
 * if somebody has to review them first. For fields that both have, `source_wins` takes the sent value, `target_wins` keeps the stored one,
 * and `smart_merge` joins lists and objects, keeps verified fields and the status, and takes the newer value of the others. No identifier
 * is lost.
 */
export function mergeCompany(
  fields: readonly ComparedField[],
  resolution: ConflictResolution,
  verified: boolean,
): MergeResult {
  const changes: ResolvedField[] = [];
  const conflicts: Conflict[] = [];
  for (const compared of fields) {
    const { field, oldValue, newValue } = compared;
    if (isEmpty(newValue) || isDeepStrictEqual(oldValue, newValue)) continue;
    if (isEmpty(oldValue)) {
      if (resolution !== 'manual_review') changes.push({ field, value: newValue });
      continue;
    }
    const isJoined = resolution === 'smart_merge' || (field === branchTaxIdsField && resolution !== 'manual_review');
    const resolved = isJoined ? resolveBySmartMerge(compared, verified) : resolveByPolicy(compared, resolution);
    conflicts.push({ ...compared, resolution: resolved.resolution });
    if (!isDeepStrictEqual(resolved.value, oldValue)) changes.push({ field, value: resolved.value });
  }
  return { changes, conflicts };
}

type FieldResolution = Pick<Conflict, 'resolution'> & { readonly value: JsonValue };

const resolveByPolicy = (
  { oldValue, newValue, field }: ComparedField,
  resolution: ConflictResolution,
): FieldResolution =>
  resolution === 'source_wins' && !identifiers.has(field)
    ? { resolution, value: newValue }
    : { resolution: resolution === 'manual_review' ? resolution : 'target_wins', value: oldValue };

function resolveBySmartMerge({ field, oldValue, newValue }: ComparedField, verified: boolean): FieldResolution {
  const keep: FieldResolution = { resolution: 'target_wins', value: oldValue };
  if (identifiers.has(field) || field === 'status' || (verified && identifyingFields.has(field))) return keep;
  if (field === 'isClient') return { resolution: 'merged', value: true };
  const joined = mergeValues(oldValue, newValue);
  if (joined !== null) return { resolution: 'merged', value: joined };
  return { resolution: 'source_wins', value: newValue };
}

/** Joins the elements of two lists, or the fields of two objects, where sent values take precedence; returns `null` for anything else. */
function mergeValues(a: JsonValue, b: JsonValue): JsonValue | null {
  if (isList(a) && isList(b)) {
    // Each element is serialized only once: comparing every pair of two long lists would take minutes.
    const known = new Set(a.map((element) => canonicalJson(element)));
    return [...a, ...b.filter((element) => !known.has(canonicalJson(element)))];
  }
  if (!isObject(a) || !isObject(b)) return null;
  const joined = new Map(Object.entries(a));
  for (const [member, value] of Object.entries(b)) {
    const known = joined.get(member);
    joined.set(member, known === undefined ? value : (mergeValues(known, value) ?? value));
  }
  return Object.fromEntries(joined);
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

const isEmpty = (value: JsonValue): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
