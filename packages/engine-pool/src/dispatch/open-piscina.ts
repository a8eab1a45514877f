import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';

type PiscinaOptions = NonNullable<ConstructorParameters<typeof Piscina>[0]>;

/** Data that a thread is started with. */
export interface ThreadInit<Data = unknown> {
  /** URL of the built ES module that the thread runs. */
  readonly file: string;
  /** The exported function that it calls. */
  readonly name: string;
  readonly data: Data;
}

/** The same file from src/ and from dist/, because threads run built JavaScript. */
const entryFile = fileURLToPath(new URL('../../dist/worker/thread-entry.cjs', import.meta.url));

/** Opens threads that run one exported function of a built ES module. They may be terminated at any moment, even while loading it. */
export function openPiscina<Task, Answer>(
  { file, name, data }: { readonly file: URL; readonly name: string; readonly data?: unknown },
  options: Omit<PiscinaOptions, 'filename' | 'name' | 'workerData'>,
): Piscina<Task, Answer> {
  const birth: ThreadInit = { file: file.href, name, data };
  return new Piscina({ ...options, filename: entryFile, name: 'run', workerData: birth, recordTiming: false });
}
