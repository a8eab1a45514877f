import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';

import { type Entry, fromBuffer, type Options, type ZipFile } from 'yauzl';

import { countedPieces } from './decoded-text.js';
import type { ListFile } from './list-file.js';
import { ListFormatError } from './list-format-error.js';
import { listLimits } from '../list-limits.js';

const openBuffer = promisify<Buffer, Options, ZipFile>(fromBuffer);

/** Returns the single CSV part of a packed file as a separate file. Throws `ListFormatError`. */
export async function csvPart(file: ListFile): Promise<ListFile> {
  const zip = await openBuffer(await packedBytes(file), {
    lazyEntries: true,
    validateEntrySizes: true,
    autoClose: false,
  }).catch((error: unknown) => refuse(file, error));
  const entries = await entriesOf(zip).catch((error: unknown) => refuse(file, error));
  const parts = entries.filter(({ fileName }) => /[.]csv$/i.test(fileName));
  const [part] = parts;
  if (!part || parts.length > 1) throw new ListFormatError(file.name, `has ${parts.length} parts of CSV in place of 1`);
  const stream = await streamOf(zip, part).catch((error: unknown) => refuse(file, error));
  const unpackedFile = { name: `${file.name}/${part.fileName.slice(0, 100)}`, expectedBytes: null };
  return { ...unpackedFile, bytes: unpacked(file, stream, part) };
}

const refuse = (file: ListFile, error: unknown): never => {
  throw error instanceof ListFormatError
    ? error
    : new ListFormatError(file.name, `not readable as ZIP: ${(error as Error).message}`);
};

/** Reads the whole packed file, because its directory is at the end. */
async function packedBytes(file: ListFile): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let count = 0;
  for await (const piece of countedPieces(file)) {
    count += piece.length;
    if (count > listLimits.packedBytes)
      throw new ListFormatError(file.name, `larger than ${listLimits.packedBytes} bytes`);
    // The buffer of a piece may be overwritten by its sender.
    pieces.push(piece.slice());
  }
  return Buffer.concat(pieces);
}

const entriesOf = (zip: ZipFile): Promise<readonly Entry[]> =>
  new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    if (zip.entryCount > listLimits.packedParts) reject(new Error('it has too many parts'));
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
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

/** Unpacks a part. Throws if it unpacks to far more than lists do, or to something other than what was packed. */
async function* unpacked(file: ListFile, stream: NodeJS.ReadableStream, part: Entry): AsyncGenerator<Uint8Array> {
  const most = Math.min(
    listLimits.unpackedBytes,
    Math.max(listLimits.unpackFreeBytes, part.compressedSize * listLimits.unpackRatio),
  );
  let count = 0;
  let checksum = 0;
  try {
    for await (const chunk of stream) {
      const bytes = chunk as Buffer;
      count += bytes.length;
      checksum = crc32(bytes, checksum);
      if (count > most)
        throw new ListFormatError(file.name, `unpacks to more than ${listLimits.unpackRatio} times its size`);
      yield bytes;
    }
  } catch (error) {
    refuse(file, error);
  }
  if (checksum !== part.crc32) throw new ListFormatError(file.name, 'damaged: its checksum differs; load it again');
}
