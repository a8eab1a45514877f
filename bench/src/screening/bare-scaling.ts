import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

interface Reads {
  readonly memory: SharedArrayBuffer;
}

const milliseconds = 2_000;
const readsAtOnce = 100_000;

/**
 * Returns how much more two threads read at random positions of shared memory than one: the most that the machine allows any program to
 * gain from two threads.
 */
export async function bareScaling(memory: SharedArrayBuffer): Promise<number> {
  const one = await readsPerSecond(memory, 1);
  return (await readsPerSecond(memory, 2)) / one;
}

async function readsPerSecond(memory: SharedArrayBuffer, threads: number): Promise<number> {
  const reads: Reads = { memory };
  const each = Array.from(
    { length: threads },
    () =>
      new Promise<number>((resolve, reject) => {
        const thread = new Worker(new URL(import.meta.url), { workerData: reads });
        thread.once('message', resolve).once('error', reject);
      }),
  );
  return (await Promise.all(each)).reduce((sum, count) => sum + count, 0);
}

function readAtRandom(numbers: Uint32Array): number {
  let [place, sum, reads] = [1, 0, 0];
  const start = performance.now();
  const end = start + milliseconds;
  while (performance.now() < end) {
    for (let read = 0; read < readsAtOnce; read += 1) {
      place = (Math.imul(place, 1_664_525) + 1_013_904_223) >>> 0;
      sum ^= numbers[place % numbers.length]!;
    }
    reads += readsAtOnce;
  }
  // The result depends on the data, as otherwise the reads could be optimized away.
  return (1_000 * reads) / (performance.now() - start) + (sum === 0 ? 1 : 0);
}

if (!isMainThread) {
  const { memory } = workerData as Reads;
  parentPort!.postMessage(readAtRandom(new Uint32Array(memory, 0, Math.floor(memory.byteLength / 4))));
}
