import type { OwnershipReport, OwnersRequest } from '@tamis/ownership';
import type { ListedEntry, ScreenedParty, ScreeningOptions } from '@tamis/screening';
import type { Result } from '@tamis/stdx';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';

import { type PackedMatches, unpackMatches } from './packed-matches.js';
import type { LoadedList, ScreeningBatch, ScreeningResult } from './screening-batch.js';
import { screenParties } from './worker/screen-batch.js';

/** The same file from src/ and from dist/: threads run built JavaScript. */
const threadFile = fileURLToPath(new URL('../dist/worker/thread-entry.cjs', import.meta.url));

/** Parties of one message: few enough to be shared out between threads, many enough to be worth sending. */
const batchSize = 64;

/** A list that was asked for is not loaded: nobody knows whether anybody is on it. */
export class ListNotLoadedError extends Error {
  override readonly name = 'ListNotLoadedError';

  constructor(readonly lists: readonly string[]) {
    super(`Not loaded: ${lists.join(', ')}. Load these lists before anybody is screened against them.`);
  }
}

export interface ScreeningRequest {
  readonly parties: readonly ScreenedParty[];
  /** By the names by which they were loaded. */
  readonly lists: readonly string[];
  /** Lists that nobody else asks for, in the place of loaded ones of their name. */
  readonly own?: readonly LoadedList[];
  readonly options: ScreeningOptions;
  readonly explain: boolean;
}

type OwnersResult = Result<OwnershipReport, string>;
type Threads = Piscina<
  ScreeningBatch | readonly ListedEntry[] | OwnersRequest,
  PackedMatches | SharedArrayBuffer | OwnersResult
>;

/** Screens parties in threads, which share the memory of each list, and works out who owns them. They start with the first request. */
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
      // What waits is bounded by who calls: a request waits for all of its own batches.
      maxQueue: Number.POSITIVE_INFINITY,
    });
    return this.#started;
  }

  /** Puts a version of a list in the place of the one before. Requests that have begun end with the one they began with. */
  load(list: string, version: string, block: SharedArrayBuffer): void {
    this.#lists.set(list, { list, version, block });
  }

  /** What entries are searched by, made in one of the threads. */
  async build(entries: readonly ListedEntry[]): Promise<SharedArrayBuffer> {
    return (await this.#threads.run(entries, { name: 'build' })) as SharedArrayBuffer;
  }

  unload(list: string): void {
    this.#lists.delete(list);
  }

  /** What new requests are answered from. Other threads may read it, too. */
  get loaded(): readonly LoadedList[] {
    return [...this.#lists.values()];
  }

  /** Which version of each list new requests are answered from. */
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

  /** Who owns a company, worked out in one of the threads: in a large graph that takes longer than others may wait. */
  async owners(request: OwnersRequest): Promise<OwnersResult> {
    return (await this.#threads.run(request, { name: 'owners' })) as OwnersResult;
  }

  async close(): Promise<void> {
    await this.#started?.destroy();
  }
}

/** Screens in the thread that asks, for one that has nothing else to do. Throws `ListNotLoadedError`. */
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
