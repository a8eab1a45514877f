import type { OwnershipReport, OwnersRequest } from '@tamis/ownership';
import type { ListedEntry, ScreenedParty, ScreeningOptions } from '@tamis/screening';
import type { Result } from '@tamis/stdx';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';

import { type PackedMatches, unpackMatches } from './packed-matches.js';
import type { LoadedList, ScreeningBatch, ScreeningResult } from './screening-batch.js';
import { screenParties } from './worker/screen-batch.js';

/** The same file from src/ and from dist/, because threads run built JavaScript. */
const threadFile = fileURLToPath(new URL('../dist/worker/thread-entry.cjs', import.meta.url));

/** Number of parties per message: few enough to be distributed among threads, many enough to be worth sending. */
const batchSize = 64;

/** A requested list is not loaded, so it is unknown whether anybody is on it. */
export class ListNotLoadedError extends Error {
  override readonly name = 'ListNotLoadedError';

  constructor(readonly lists: readonly string[]) {
    super(`Not loaded: ${lists.join(', ')}. Load these lists before anybody is screened against them.`);
  }
}

export interface ScreeningRequest {
  readonly parties: readonly ScreenedParty[];
  /** The names under which they were loaded. */
  readonly lists: readonly string[];
  /** Lists for this request only, which replace loaded lists with the same name. */
  readonly own?: readonly LoadedList[];
  readonly options: ScreeningOptions;
  readonly explain: boolean;
}

type OwnersResult = Result<OwnershipReport, string>;
type Threads = Piscina<
  ScreeningBatch | readonly ListedEntry[] | OwnersRequest,
  PackedMatches | SharedArrayBuffer | OwnersResult
>;

/**
 * Screens parties in threads, which share the memory of each list, and computes who owns them. The threads start with the first request.
 */
export class ScreeningPool {
  readonly #count: number;
  #started: Threads | null = null;
  readonly #lists = new Map<string, LoadedList>();

  constructor({ threads }: { readonly threads: number }) {
    this.#count = threads;
  }

  get #threads(): Threads {
    this.#started ??= new Piscina({
      ...{ filename: threadFile, name: 'run', minThreads: this.#count, maxThreads: this.#count, recordTiming: false },
      // The caller limits the queue: a request waits for all of its own batches.
      maxQueue: Number.POSITIVE_INFINITY,
    });
    return this.#started;
  }

  /** Replaces the version of a list. Requests that have already started finish with the previous version. */
  load(list: string, version: string, block: SharedArrayBuffer): void {
    this.#lists.set(list, { list, version, block });
  }

  /** Builds the index of entries in one of the threads. */
  async build(entries: readonly ListedEntry[]): Promise<SharedArrayBuffer> {
    return (await this.#threads.run(entries, { name: 'build' })) as SharedArrayBuffer;
  }

  unload(list: string): void {
    this.#lists.delete(list);
  }

  /** The lists for new requests. Other threads may read them as well. */
  get loaded(): readonly LoadedList[] {
    return [...this.#lists.values()];
  }

  /** Version of each list for new requests. */
  get versions(): Readonly<Record<string, string>> {
    return versionsOf([...this.#lists.values()]);
  }

  async screen({ parties, lists: asked, own = [], options, explain }: ScreeningRequest): Promise<ScreeningResult> {
    const lists = selectLists([...this.#lists.values(), ...own], asked);
    const batches = Array.from({ length: Math.ceil(parties.length / batchSize) }, (_, at) =>
      this.#threads.run({ lists, parties: parties.slice(at * batchSize, (at + 1) * batchSize), options, explain }),
    );
    const packed = (await Promise.all(batches)) as PackedMatches[];
    return { versions: versionsOf(lists), matches: packed.flatMap(unpackMatches) };
  }

  /** Computes in one of the threads who owns a company, because in a large graph this would block other requests for too long. */
  async owners(request: OwnersRequest): Promise<OwnersResult> {
    return (await this.#threads.run(request, { name: 'owners' })) as OwnersResult;
  }

  async close(): Promise<void> {
    await this.#started?.destroy();
  }
}

/** Screens in the calling thread, for callers that have nothing else to do. Throws `ListNotLoadedError`. */
export function screenHere(
  loaded: readonly LoadedList[],
  { lists: asked, own = [], ...request }: ScreeningRequest,
): ScreeningResult {
  const lists = selectLists([...loaded, ...own], asked);
  return { versions: versionsOf(lists), matches: screenParties({ ...request, lists }) };
}

/** Throws `ListNotLoadedError`. */
function selectLists(loaded: readonly LoadedList[], asked: readonly string[]): readonly LoadedList[] {
  const known = new Map(loaded.map((each) => [each.list, each]));
  const missing = asked.filter((list) => !known.has(list));
  if (missing.length > 0) throw new ListNotLoadedError(missing);
  return asked.map((list) => known.get(list)!);
}

const versionsOf = (lists: readonly LoadedList[]): Readonly<Record<string, string>> =>
  Object.fromEntries(lists.map(({ list, version }) => [list, version]));
