import { promisify } from 'node:util';

import { type Entry, fromBuffer, fromFd, type Options, type ZipFile } from 'yauzl';

import { tableLimits } from '../table-limits.js';
import { TableFormatError } from '../table-row.js';

/** A packed file: its content or its file descriptor. */
export type PackedFile = Buffer | number;

/** The parts of a packed file. */
export interface ZipEntries {
  /**
   * Reads a part as text in pieces. Returns `null` if there is no part with this name. Throws `TableFormatError` if it would unpack to more
   * than `bytes`.
   */
  readText(name: string, bytes: number): Promise<AsyncIterable<string> | null>;
  close(): void;
}

const options: Options = { lazyEntries: true, validateEntrySizes: true, autoClose: false };
const openBuffer = promisify<Buffer, Options, ZipFile>(fromBuffer);
const openFd = promisify<number, Options, ZipFile>(fromFd);

/** Throws `TableFormatError`. */
export async function openZip(file: PackedFile): Promise<ZipEntries> {
  const opened = typeof file === 'number' ? openFd(file, options) : openBuffer(file, options);
  const zip = await opened.catch(throwNotXlsx);
  if (zip.entryCount > tableLimits.zipEntries) throw new TableFormatError('not XLSX: it has too many parts');
  const entries = await entriesOf(zip).catch(throwNotXlsx);
  return {
    async readText(name, bytes) {
      const entry = entries.get(name);
      if (!entry) return null;
      // A part that unpacks to more than it declares ends with an error.
      if (entry.uncompressedSize > bytes) throw new TableFormatError(`${name} is larger than ${bytes} bytes`);
      return decoded(unpacked(await streamOf(zip, entry).catch(throwNotXlsx), entry));
    },
    // A file descriptor is closed by its owner.
    close: () => (typeof file === 'number' ? undefined : zip.close()),
  };
}

const throwNotXlsx = (error: unknown): never => {
  throw error instanceof TableFormatError ? error : new TableFormatError(`not XLSX: ${(error as Error).message}`);
};

const entriesOf = (zip: ZipFile): Promise<ReadonlyMap<string, Entry>> =>
  new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    const offsets = new Set<number>();
    zip.on('entry', (entry: Entry) => {
      const before = offsets.size;
      if (offsets.add(entry.relativeOffsetOfLocalHeader).size === before)
        return reject(new Error('two of its parts stand in the same bytes'));
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.once('end', () => resolve(entries));
    zip.once('error', reject);
    zip.readEntry();
  });

const streamOf = (zip: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });

/** Throws as soon as a part has unpacked to far more than spreadsheets do. */
async function* unpacked(
  chunks: AsyncIterable<string | Buffer>,
  { fileName, compressedSize }: Entry,
): AsyncGenerator<Buffer> {
  const { unpackFreeBytes, unpackRatio } = tableLimits;
  const most = Math.max(unpackFreeBytes, compressedSize * unpackRatio);
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > most)
      throw new TableFormatError(`not XLSX: ${fileName} unpacks to more than ${unpackRatio} times its size`);
    yield chunk as Buffer;
  }
}

async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of chunks) yield utf8.decode(chunk, { stream: true });
    yield utf8.decode();
  } catch (error) {
    throwNotXlsx(error);
  }
}
