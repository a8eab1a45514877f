import { promisify } from 'node:util';

import { type Entry, fromBuffer, type Options, type ZipFile } from 'yauzl';

import { TableFormatError } from '../table-row.js';

/** The parts of a packed file. */
export interface ZipEntries {
  /** A part as text, in pieces. Null: there is none of this name. Throws `UnreadableTable` where it would unpack to more bytes. */
  readText(name: string, bytes: number): Promise<AsyncIterable<string> | null>;
  close(): void;
}

/** Parts of a file: a workbook has some dozen. */
const maxEntries = 10_000;

const openZipBuffer = promisify<Buffer, Options, ZipFile>(fromBuffer);

/** Throws `UnreadableTable`. */
export async function openZip(file: Buffer): Promise<ZipEntries> {
  const zip = await openZipBuffer(file, { lazyEntries: true, validateEntrySizes: true, autoClose: false }).catch(
    throwNotXlsx,
  );
  if (zip.entryCount > maxEntries) throw new TableFormatError('not XLSX: it has too many parts');
  const entries = await entriesOf(zip).catch(throwNotXlsx);
  return {
    async readText(name, bytes) {
      const entry = entries.get(name);
      if (!entry) return null;
      // What unpacks to more than it declares ends with an error.
      if (entry.uncompressedSize > bytes) throw new TableFormatError(`${name} is larger than ${bytes} bytes`);
      return decoded(await streamOf(zip, entry).catch(throwNotXlsx));
    },
    close: () => zip.close(),
  };
}

const throwNotXlsx = (error: unknown): never => {
  throw new TableFormatError(`not XLSX: ${(error as Error).message}`);
};

const entriesOf = (zip: ZipFile): Promise<ReadonlyMap<string, Entry>> =>
  new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    zip.on('entry', (entry: Entry) => {
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

async function* decoded(chunks: AsyncIterable<string | Buffer>): AsyncGenerator<string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of chunks) yield utf8.decode(chunk as Buffer, { stream: true });
    yield utf8.decode();
  } catch (error) {
    throwNotXlsx(error);
  }
}
