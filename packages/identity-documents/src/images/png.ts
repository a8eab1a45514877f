import { crc32, inflateSync } from 'node:zlib';

import { type ImageProblem, malformed, type ReadImage, truncated } from './picture.js';

const signature = '\x89PNG\r\n\x1a\n';
/** Required chunks, and those of the optional ones that affect the appearance of a picture. */
const needed: ReadonlySet<string> = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND'],
  ...['tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT'],
]);
/** Minimum size of a chunk: its length, its name and its checksum. */
const frameBytes = 12;

/** Chunks that determine the pixels. */
const pixelParts: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
/** Bytes per pixel for four channels of 16 bits, and bytes per line for the filter type in each of up to seven passes. */
const mostBytes = { ofPixel: 8, ofLine: 14 } as const;

/**
 * Returns what is needed of a PNG file to display it, or `null` if it contains more data than its picture: a small file may decompress to
 * gigabytes.
 */
export function decodablePng(bytes: Buffer): Buffer | null {
  const read = readPng(bytes, pixelParts);
  if ('problem' in read) return null;
  const parts = Buffer.from(read.bytes);
  const data: Buffer[] = [];
  for (let at = 8; at < parts.length;) {
    const end = at + frameBytes + parts.readUInt32BE(at);
    if (parts.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(parts.subarray(at + 8, end - 4));
    at = end;
  }
  const maxOutputLength = read.width * read.height * mostBytes.ofPixel + read.height * mostBytes.ofLine;
  try {
    inflateSync(Buffer.concat(data), { maxOutputLength });
    return parts;
  } catch {
    return null;
  }
}

/**
 * Walks through the chunks of a PNG file up to its end and verifies the checksum of each. `keptParts` are the chunks that are not removed.
 */
export function readPng(bytes: Buffer, keptParts = needed): ReadImage | ImageProblem {
  if (bytes.toString('latin1', 0, 8) !== signature) return malformed('PNG', 'it does not start with a signature');
  const kept: Buffer[] = [bytes.subarray(0, 8)];
  let size: { width: number; height: number } | null = null;
  let hasPixels = false;
  for (let at = 8; ;) {
    if (at + frameBytes > bytes.length) return truncated('PNG');
    const length = bytes.readUInt32BE(at);
    const end = at + frameBytes + length;
    if (end > bytes.length) return truncated('PNG');
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      return malformed('PNG', `the checksum of its chunk ${JSON.stringify(name)} is wrong`);
    if ((size === null) !== (name === 'IHDR')) return malformed('PNG', 'its header is not its first chunk');
    if (name === 'IHDR') {
      if (length !== 13) return malformed('PNG', 'its header does not have 13 bytes');
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    }
    hasPixels ||= name === 'IDAT';
    if (keptParts.has(name)) kept.push(bytes.subarray(at, end));
    if (name === 'IEND') {
      if (!hasPixels) return malformed('PNG', 'it ends without image data');
      return { kind: 'png', ...size!, bytes: Buffer.concat(kept) };
    }
    at = end;
  }
}
