import type { WindowRequest } from '@tamis/engine';

const mostWindows = 10_000;

/**
 * Which windows had many records when they were last counted, as far as this process knows: they are asked for totals at once, and not
 * first for all of their records. To be wrong about one costs time, and changes no answer.
 */
export class LargeWindows {
  private readonly known = new Set<string>();

  has(organizationId: string, window: WindowRequest): boolean {
    return this.known.size > 0 && this.known.has(nameOf(organizationId, window));
  }

  add(organizationId: string, window: WindowRequest): void {
    if (this.known.size >= mostWindows) this.known.clear();
    this.known.add(nameOf(organizationId, window));
  }

  remove(organizationId: string, window: WindowRequest): void {
    this.known.delete(nameOf(organizationId, window));
  }
}

/** Whose records, and how far back. */
const nameOf = (organizationId: string, { source, links, from, to }: WindowRequest): string =>
  JSON.stringify([organizationId, source, links, from === null ? null : to - from]);
