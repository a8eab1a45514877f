import { readJpeg } from './jpeg.js';
import { type ImageProblem, mostPixels, type ReadImage } from './picture.js';
import { readPng } from './png.js';
import { readWebp } from './webp.js';

/** Detects the format of a picture from its own bytes, never from a name or a header of the request. */
export function readImage(bytes: Uint8Array): ReadImage | ImageProblem {
  const read = readKind(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if ('problem' in read) return read;
  const { width, height } = read;
  if (width === 0 || height === 0) return { problem: 'The image has no pixels' };
  if (width * height > mostPixels) {
    const most = mostPixels / 1_000_000;
    return { problem: `The image has ${width} x ${height} pixels; at most ${most} million are accepted` };
  }
  return read;
}

function readKind(bytes: Buffer): ReadImage | ImageProblem {
  const begin = bytes.toString('latin1', 0, 12);
  if (begin.startsWith('\xff\xd8\xff')) return readJpeg(bytes);
  if (begin.startsWith('\x89PNG')) return readPng(bytes);
  if (begin.startsWith('RIFF') && begin.endsWith('WEBP')) return readWebp(bytes);
  return { problem: bytes.length === 0 ? 'The image is empty' : 'The file is not a JPEG, PNG or WebP image' };
}
