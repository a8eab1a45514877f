import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';

type PiscinaOptions = NonNullable<ConstructorParameters<typeof Piscina>[0]>;

/** What a thread is born with. */
export interface ThreadInit<Data = unknown> {
  /** URL of the built ES module that the thread runs. */
  readonly file: string;
  /** The function it exports for that. */
  readonly name: string;
  readonly data: Data;
}

/** The same file from src/ and from dist/: threads run built JavaScript. */
const entryFile = fileURLToPath(new URL('../../dist/worker/thread-entry.cjs', import.meta.url));

/** Threads that run one exported function of a built ES module; they may be ended at any moment, also while they load it. */
export function openPiscina<Task, Answer>(
  { file, name, data }: { readonly file: URL; readonly name: string; readonly data?: unknown },
  options: Omit<PiscinaOptions, 'filename' | 'name' | 'workerData'>,
): Piscina<Task, Answer> {
  const birth: ThreadInit = { file: file.href, name, data };
  return new Piscina({ ...options, filename: entryFile, name: 'run', workerData: birth, recordTiming: false });
}
