import type { Queryable } from '../../../platform/database/index.js';
import { ApiError, invalid } from '../../../platform/http/index.js';
import type { MappingTarget, StoredMapping } from './column-mapping.js';
import { findMapping } from './mapping-store.js';

/** The members of a request that say what the columns of its tables are; objects may come as their text. */
export interface MappingRequest {
  readonly mappingId?: string | undefined;
  readonly columnMapping?: unknown;
  readonly defaultFields?: unknown;
}

/** What a request says of its columns, wherever that stands. */
export interface ResolvedMapping {
  /** The member of the request that says it; null: none does. */
  readonly field: 'mappingId' | 'columnMapping' | null;
  /** Null: the request names no stored mapping. */
  readonly stored: StoredMapping | null;
  readonly columnMapping: unknown;
  readonly defaultFields: unknown;
  /** What its rows become; absent: the request does not say. */
  readonly target: MappingTarget | undefined;
}

export const mappingNotFound = (): ApiError => new ApiError('MAPPING_NOT_FOUND', 'There is no such mapping');

/**
 * The mapping that a request names or holds. Its default fields win over those of a stored one, all together. Throws 404
 * `MAPPING_NOT_FOUND`, and 400 `MAPPING_TARGET_MISMATCH` where the stored one is for another target. `targets`: empty: it may be any.
 */
export async function resolveMapping(
  client: Queryable,
  organizationId: string,
  { mappingId, columnMapping, defaultFields }: MappingRequest,
  targets: readonly MappingTarget[],
): Promise<ResolvedMapping> {
  if (mappingId == null)
    return {
      field: columnMapping == null ? null : 'columnMapping',
      stored: null,
      columnMapping,
      defaultFields,
      target: onlyOf(targets),
    };
  if (columnMapping != null) throw invalid({ mappingId: 'mappingId cannot be combined with columnMapping' });
  const stored = await findMapping(client, organizationId, mappingId);
  if (!stored) throw mappingNotFound();
  if (targets.length > 0 && !targets.includes(stored.target)) throw targetMismatchError(stored, targets);
  return {
    field: 'mappingId',
    stored,
    columnMapping: stored.columnMapping,
    defaultFields: defaultFields ?? stored.defaultFields,
    target: stored.target,
  };
}

const onlyOf = (targets: readonly MappingTarget[]): MappingTarget | undefined =>
  targets.length === 1 ? targets[0] : undefined;

function targetMismatchError({ name, target: own }: StoredMapping, targets: readonly MappingTarget[]): ApiError {
  const wanted = targets.join(' or ');
  return new ApiError('MAPPING_TARGET_MISMATCH', `The mapping is for ${own}, not for ${wanted}`, {
    mappingId: `${name} is for ${own}, not for ${wanted}`,
  });
}
