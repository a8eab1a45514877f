import { buildListRevision } from '@tamis/engine-pool';
import { threadCpu } from './thread-cpu.js';

export interface SharedListFigures {
  readonly items: number;
  readonly megabytes: number;
  readonly buildMs: number;
  /** Longest time that building the list blocked this thread. */
  readonly longestTurnMs: number;
  readonly hitUs: number;
  readonly missUs: number;
}

const items = 1_000_000;
const value = (index: number): string => `Customer-${index * 7919}-${index % 97}`;

function* values(): Generator<string> {
  for (let index = 0; index < items; index++) yield value(index);
}

/** Measures one list of a million values: memory, building it, querying it. */
export async function benchSharedList(): Promise<SharedListFigures> {
  let longestTurnMs = 0;
  let last = threadCpu().mainUs;
  const look = setInterval(() => {
    const now = threadCpu().mainUs;
    longestTurnMs = Math.max(longestTurnMs, (now - last) / 1000);
    last = now;
  }, 1);
  const before = threadCpu();
  const list = await buildListRevision({ listId: 'bench', type: 'custom', revision: 1 }, values());
  const buildMs = (threadCpu().mainUs - before.mainUs) / 1000;
  clearInterval(look);
  const ask = (suffix: string): number => {
    const probes = Array.from({ length: 200_000 }, (_, index) => `${value(index * 5).toLowerCase()}${suffix}`);
    const start = threadCpu().mainUs;
    let found = 0;
    for (const probe of probes) if (list.items.has(probe)) found += 1;
    if (found !== (suffix === '' ? probes.length : 0)) throw new Error(`the list found ${found} of ${probes.length}`);
    return (threadCpu().mainUs - start) / probes.length;
  };
  ask('');
  return {
    items: list.items.size,
    megabytes: list.items.bytes / 2 ** 20,
    buildMs,
    longestTurnMs,
    hitUs: ask(''),
    missUs: ask('-no'),
  };
}
