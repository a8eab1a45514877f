import type { WindowRequest } from '@tamis/engine';

const maxWindows = 10_000;

/**
 * Windows that had many records when last counted by this process. Their totals are queried directly, without reading all records first. A
 * wrong entry costs time but changes no result.
 */
export class LargeWindowCache {
  private readonly known = new Set<string>();

  has(organizationId: string, window: WindowRequest): boolean {
    return this.known.size > 0 && this.known.has(windowKey(organizationId, window));
  }

  add(organizationId: string, window: WindowRequest): void {
    if (this.known.size >= maxWindows) this.known.clear();
    this.known.add(windowKey(organizationId, window));
  }

  remove(organizationId: string, window: WindowRequest): void {
    this.known.delete(windowKey(organizationId, window));
  }
}

/** Identifies the records and the length of a window. */
const windowKey = (organizationId: string, { source, links, from, to }: WindowRequest): string =>
  JSON.stringify([organizationId, source, links, from === null ? null : to - from]);
