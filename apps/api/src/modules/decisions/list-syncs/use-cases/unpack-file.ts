import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

import { TableFormatError } from '@tamis/table-files';

/** A compressed file may be compressed once more in transit. */
const mostLayers = 2;

/**
 * Returns the path of a file, decompressed if it is a gzip file. This is detected from its first bytes, since senders name and declare such
 * files in various ways. The decompressed file replaces the original in the same folder. Throws `TableFormatError`.
 */
export async function unpackedPath(path: string, maxBytes: number): Promise<string> {
  let current = path;
  for (let layer = 1; await isPacked(current); layer += 1) {
    if (layer > mostLayers) throw new TableFormatError(`is compressed with gzip more than ${mostLayers} times`);
    const unpacked = `${path}-${layer}`;
    await unpack(current, unpacked, maxBytes);
    await rm(current);
    current = unpacked;
  }
  return current;
}

async function isPacked(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

async function unpack(from: string, to: string, maxBytes: number): Promise<void> {
  let bytes = 0;
  const counted = new Transform({
    transform: (piece: Buffer, _, done) => {
      bytes += piece.length;
      if (bytes <= maxBytes) done(null, piece);
      else done(new TableFormatError(`exceeds ${maxBytes / 1_048_576} MB when uncompressed`));
    },
  });
  try {
    await pipeline(createReadStream(from), createGunzip(), counted, createWriteStream(to));
  } catch (error) {
    const { code = '' } = error as { readonly code?: string };
    if (!code.startsWith('Z_')) throw error;
    throw new TableFormatError(`is compressed with gzip and cannot be uncompressed: ${(error as Error).message}`);
  }
}
