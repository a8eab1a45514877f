import { ApiError } from '../../../../platform/http/index.js';

/** If a list is not loaded, it is unknown whether anybody is on it. */
export const listsNotLoaded = (lists: readonly string[]): ApiError =>
  lists.length === 0
    ? new ApiError('DATASET_NOT_LOADED', 'There is no list to screen against: none is enabled on this server')
    : new ApiError(
        'DATASET_NOT_LOADED',
        `Not loaded: ${lists.join(', ')}. No screening was done; load these lists, or remove them from the profile.`,
        { lists },
      );

export const listsStale = (lists: readonly string[], maxAgeHours: number): ApiError =>
  new ApiError(
    'DATASET_STALE',
    `Last checked more than ${maxAgeHours} hours ago: ${lists.join(', ')}. No screening was done; load these lists again.`,
    { lists, maxAgeHours },
  );

export const notScreenedType = (type: string, types: readonly string[]): ApiError =>
  new ApiError('INVALID_ENTITY_TYPE', `The profile screens ${types.join(' and ')}, but this is a ${type}`);
