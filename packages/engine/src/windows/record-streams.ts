import { readPath, type RateTable } from '@tamis/lang';
import { linkKey } from '../facts/link-key.js';
import type { LinkRequest, RecordSource, WindowRequest } from '../facts/facts.js';
import type { StoredRecord } from '../facts/fact-source.js';
import { RecordStream, type SequencedRecord } from './record-stream.js';

type Links = WindowRequest['links'];

/** Determines which records belong to a stream. */
export type StreamKey = Pick<WindowRequest, 'source' | 'timePath' | 'links'>;

interface LinkedStream {
  readonly stream: RecordStream;
  readonly links: Links;
}

/** Records and streams of one source by the key at one path. */
interface KeyIndex {
  readonly link: Pick<LinkRequest, 'recordPath' | 'type'>;
  readonly arrived: Map<string, SequencedRecord[]>;
  readonly streams: Map<string, Set<LinkedStream>>;
}

/** Everything that arrived at one source. */
interface SourceRecords {
  readonly arrived: SequencedRecord[];
  readonly byId: Map<string, SequencedRecord[]>;
  readonly indexes: Map<string, KeyIndex>;
  /** Streams of all records, regardless of their keys. */
  readonly unlinked: Set<LinkedStream>;
  readonly streams: Map<string, RecordStream>;
}

const none: readonly SequencedRecord[] = [];

/** Number of records to search for a possibly empty stream, from which on the stream is kept. */
const indexingThreshold = 100;

const isMatch = (record: StoredRecord, { recordPath, type, key }: LinkRequest): boolean =>
  linkKey(readPath(record, recordPath), type) === key;

const isLinked = (record: StoredRecord, links: Links): boolean =>
  links.every((alternatives) => alternatives.some((keys) => keys.every((key) => isMatch(record, key))));

function pushTo<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const known = lists.get(key);
  if (known) known.push(item);
  else lists.set(key, [item]);
}

/** Returns keys of which every record of the stream has at least one. */
const decisiveKeys = (links: Links): readonly LinkRequest[] => {
  const [link] = [...links].sort((a, b) => a.length - b.length);
  return link?.map(([key]) => key as LinkRequest) ?? [];
};

/** Records in the order of arrival, and the streams that evaluations requested. A stream grows with every record of its key. */
export class RecordStreams {
  private readonly sources = new Map<RecordSource, SourceRecords>();
  private arrivals = 0;

  constructor(
    private readonly rates: RateTable | null,
    private readonly timezone: string,
  ) {}

  add(record: StoredRecord, source: RecordSource): void {
    this.insert({ record, arrival: this.arrivals++ }, this.recordsOf(source));
  }

  /** Replaces the stored record that has the same id with a new version, keeping its arrival number. Returns `false` if there is none. */
  replace(record: StoredRecord, source: RecordSource): boolean {
    const records = this.recordsOf(source);
    const id = record['id'];
    const old = typeof id === 'string' ? records.byId.get(id)?.at(-1) : undefined;
    if (!old) return false;
    this.remove(old, records);
    this.insert({ record, arrival: old.arrival }, records);
    return true;
  }

  /** Returns the stored versions of a record. */
  versions(id: string | null, source: RecordSource): readonly SequencedRecord[] {
    return (id === null ? undefined : this.sources.get(source)?.byId.get(id)) ?? none;
  }

  stream({ source, timePath, links }: StreamKey): RecordStream {
    const records = this.recordsOf(source);
    const name = JSON.stringify([timePath, links]);
    const known = records.streams.get(name);
    if (known) return known;
    const stream = new RecordStream(timePath, this.rates, this.timezone);
    const keys = decisiveKeys(links);
    const linked = { stream, links };
    const found = keys.length === 0 ? new Set(records.arrived) : this.withKeys(records, keys);
    for (const arrived of found) if (isLinked(arrived.record, links)) stream.insert(arrived);
    // Most keys never occur again, so a stream is only kept if it has records or is expensive to search for.
    if (stream.isEmpty && found.size < indexingThreshold) return stream;
    records.streams.set(name, stream);
    if (keys.length === 0) records.unlinked.add(linked);
    for (const key of keys) {
      const { streams } = this.index(records, key);
      const ofKey = streams.get(key.key);
      if (ofKey) ofKey.add(linked);
      else streams.set(key.key, new Set([linked]));
    }
    return stream;
  }

  private withKeys(records: SourceRecords, keys: readonly LinkRequest[]): ReadonlySet<SequencedRecord> {
    return new Set(keys.flatMap((key) => this.index(records, key).arrived.get(key.key) ?? []));
  }

  private recordsOf(source: RecordSource): SourceRecords {
    const known = this.sources.get(source);
    if (known) return known;
    const made = {
      arrived: [],
      byId: new Map(),
      indexes: new Map(),
      unlinked: new Set<LinkedStream>(),
      streams: new Map(),
    };
    this.sources.set(source, made);
    return made;
  }

  private insert(arrived: SequencedRecord, records: SourceRecords): void {
    const { record } = arrived;
    records.arrived.push(arrived);
    if (typeof record['id'] === 'string') pushTo(records.byId, record['id'], arrived);
    for (const { link, arrived: byKey } of records.indexes.values()) {
      const key = linkKey(readPath(record, link.recordPath), link.type);
      if (key !== null) pushTo(byKey, key, arrived);
    }
    for (const { stream, links } of this.affectedStreams(record, records))
      if (isLinked(record, links)) stream.insert(arrived);
  }

  private remove(arrived: SequencedRecord, records: SourceRecords): void {
    const { record } = arrived;
    const from = (list: SequencedRecord[] | undefined): void => {
      const at = list?.indexOf(arrived) ?? -1;
      if (at >= 0) list?.splice(at, 1);
    };
    from(records.arrived);
    from(records.byId.get(record['id'] as string));
    for (const { link, arrived: byKey } of records.indexes.values())
      from(byKey.get(linkKey(readPath(record, link.recordPath), link.type) ?? ''));
    for (const { stream } of this.affectedStreams(record, records)) stream.remove(arrived);
  }

  /** Returns the streams that a record may belong to. */
  private affectedStreams(record: StoredRecord, { indexes, unlinked }: SourceRecords): ReadonlySet<LinkedStream> {
    const found = new Set(unlinked);
    for (const { link, streams } of indexes.values()) {
      const key = linkKey(readPath(record, link.recordPath), link.type);
      for (const linked of (key === null ? undefined : streams.get(key)) ?? []) found.add(linked);
    }
    return found;
  }

  private index(records: SourceRecords, { recordPath, type }: LinkRequest): KeyIndex {
    const name = JSON.stringify([recordPath, type]);
    const known = records.indexes.get(name);
    if (known) return known;
    const made: KeyIndex = { link: { recordPath, type }, arrived: new Map(), streams: new Map() };
    for (const each of records.arrived) {
      const key = linkKey(readPath(each.record, recordPath), type);
      if (key !== null) pushTo(made.arrived, key, each);
    }
    records.indexes.set(name, made);
    return made;
  }
}
