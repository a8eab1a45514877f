export type { ListMatch, LoadedList, ScreeningResult } from './screening-batch.js';
export { ListNotLoadedError, screenHere, ScreeningPool, type ScreeningRequest } from './screening-pool.js';
export { loadInThread } from './loading/load-in-thread.js';
export type { EntryCounts, ListFileOnDisk, ReadEntry } from './loading/list-messages.js';
