import type { Queryable } from '../../../platform/database/index.js';
import { ApiError, invalid } from '../../../platform/http/index.js';
import type { MappingTarget, StoredMapping } from './column-mapping.js';
import { findMapping } from './mapping-store.js';

/** Members of a request that define the mapping of table columns. Objects may be sent as JSON text. */
export interface MappingRequest {
  readonly mappingId?: string | undefined;
  readonly columnMapping?: unknown;
  readonly defaultFields?: unknown;
}

/** The column mapping of a request, whether stored or sent inline. */
export interface ResolvedMapping {
  /** Member of the request that defines the mapping; `null` if none does. */
  readonly field: 'mappingId' | 'columnMapping' | null;
  /** `null` if the request does not reference a stored mapping. */
  readonly stored: StoredMapping | null;
  readonly columnMapping: unknown;
  readonly defaultFields: unknown;
  /** What the rows become; absent if the request does not say. */
  readonly target: MappingTarget | undefined;
}

export const mappingNotFound = (): ApiError => new ApiError('MAPPING_NOT_FOUND', 'There is no such mapping');

/**
 * Returns the mapping that a request references or contains. Its default fields replace those of a stored mapping as a whole. Throws 404
 * `MAPPING_NOT_FOUND`, and 400 `MAPPING_TARGET_MISMATCH` if the stored mapping has another target. If `targets` is empty, any target is
 * accepted.
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
