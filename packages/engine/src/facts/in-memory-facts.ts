import { readPath } from '@tamis/lang';
import type { FactRequests, Facts, MembershipRequest, WindowRequest } from './facts.js';

/** A stored transaction as JSON, linked entities included where rules read them. */
export type TransactionRecord = Readonly<Record<string, unknown>>;

/** Where facts come from. */
export interface FactSource {
  /** `now`: logical time of the run; the subject itself is not among the records that are visible. */
  gather(requests: FactRequests, now: number): Facts;
}

/** By list id; absent: the list is not available. */
export type ListItems = ReadonlyMap<string, ReadonlySet<string>>;

const normalized = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

interface Arrived {
  readonly time: number;
  readonly record: TransactionRecord;
}

/** Facts over records in memory, point in time: a run sees what arrived before it. For tests, the bench and small replays. */
export class InMemoryFacts implements FactSource {
  private readonly arrived: Arrived[] = [];
  /** By record path and key: the records, in the order of arrival. */
  private readonly indexes = new Map<string, Map<string, Arrived[]>>();

  constructor(private readonly lists: ListItems = new Map()) {}

  /** A record arrives; `transactedAt` is its time. */
  add(record: TransactionRecord): void {
    const entry = { time: Date.parse(String(record['transactedAt'])), record };
    this.arrived.push(entry);
    for (const [path, index] of this.indexes) addTo(index, JSON.parse(path) as string[], entry);
  }

  gather({ windows, memberships }: FactRequests, now: number): Facts {
    return {
      windows: Object.fromEntries(windows.map((request) => [request.id, this.rows(request, now)])),
      memberships: Object.fromEntries(memberships.map((request) => [request.id, this.isListed(request)])),
    };
  }

  private rows({ links, spanMs, columns, cap }: WindowRequest, now: number): readonly (readonly unknown[])[] {
    const [first, ...others] = links;
    const candidates = first ? (this.index(first.recordPath).get(first.key) ?? []) : this.arrived;
    const found = candidates.filter(
      ({ time, record }) =>
        time > now - spanMs &&
        time <= now &&
        others.every(({ recordPath, key }) => asText(readPath(record, recordPath)) === key),
    );
    // Sorting is stable: equal times keep the order of arrival.
    found.sort((a, b) => a.time - b.time);
    const newest = cap === null ? found : found.slice(Math.max(0, found.length - cap));
    return newest.map(({ time, record }) => [time, ...columns.map((path) => readPath(record, path) ?? null)]);
  }

  private isListed({ listId, value }: MembershipRequest): boolean | 'unavailable' {
    const items = this.lists.get(listId);
    if (!items) return 'unavailable';
    return [...items].some((item) => normalized(item) === normalized(value));
  }

  private index(path: readonly string[]): Map<string, Arrived[]> {
    const key = JSON.stringify(path);
    const known = this.indexes.get(key);
    if (known) return known;
    const made = new Map<string, Arrived[]>();
    for (const entry of this.arrived) addTo(made, path, entry);
    this.indexes.set(key, made);
    return made;
  }
}

function asText(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

function addTo(index: Map<string, Arrived[]>, path: readonly string[], entry: Arrived): void {
  const key = asText(readPath(entry.record, path));
  if (key === null) return;
  const entries = index.get(key);
  if (entries) entries.push(entry);
  else index.set(key, [entry]);
}
