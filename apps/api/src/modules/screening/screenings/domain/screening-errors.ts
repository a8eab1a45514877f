import { ApiError } from '../../../../platform/http/index.js';

/** If a list is not loaded, it is unknown whether anybody is on it. */
export const listsNotLoaded = (lists: readonly string[]): ApiError =>
  lists.length === 0
    ? new ApiError('DATASET_NOT_LOADED', 'There is no list to screen against: this server has none switched on')
    : new ApiError(
        'DATASET_NOT_LOADED',
        `Not loaded: ${lists.join(', ')}. Nobody was screened; load these lists, or take them out of the profile.`,
        { lists },
      );

export const listsStale = (lists: readonly string[], maxAgeHours: number): ApiError =>
  new ApiError(
    'DATASET_STALE',
    `Last checked more than ${maxAgeHours} hours ago: ${lists.join(', ')}. Nobody was screened; load these lists anew.`,
    { lists, maxAgeHours },
  );

export const notScreenedType = (type: string, types: readonly string[]): ApiError =>
  new ApiError('INVALID_ENTITY_TYPE', `The profile screens ${types.join(' and ')}, and this is a ${type}`);
