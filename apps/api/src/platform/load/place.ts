import { AsyncLocalStorage } from 'node:async_hooks';

const leaveOfRequest = new AsyncLocalStorage<() => void>();

/** Runs `work` for a request; `leave` gives back its place among those that are worked on. */
export const withPlace = <T>(leave: () => void, work: () => T): T => leaveOfRequest.run(leave, work);

/**
 * Gives back the place of the request that is worked on here, if any, before it waits for somebody outside: a source that takes its time
 * would keep a place from everybody. What is left to do afterwards is small, and whoever waits bounds how many do.
 */
export const leavePlace = (): void => leaveOfRequest.getStore()?.();
