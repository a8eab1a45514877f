import type { WindowRequest } from '@tamis/engine';

const maxWindows = 10_000;

/**
 * Which windows had many records when they were last counted, as far as this process knows: they are asked for totals at once, and not
 * first for all of their records. To be wrong about one costs time, and changes no answer.
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

/** Whose records, and how far back. */
const windowKey = (organizationId: string, { source, links, from, to }: WindowRequest): string =>
  JSON.stringify([organizationId, source, links, from === null ? null : to - from]);
