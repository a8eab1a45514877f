import { orientationSegment, readOrientation } from './orientation.js';
import { malformed, truncated } from './picture.js';

import type { ImageProblem, ReadImage } from './picture.js';

const exif = 0xe1;
const startOfScan = 0xda;
const endOfImage = 0xd9;
/** Whether a marker starts a frame. Excluded are markers for tables only, and frames whose size is given later. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
/** Cameras write one scan, and pictures for slow connections have about ten. Each scan covers the whole picture again. */
const mostScans = 100;
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/**
 * JFIF, the colour profile and Adobe's colours are needed to display a picture. EXIF, of which the orientation is written anew, XMP, IPTC,
 * previews and comments are not.
 */
function isNeeded(marker: number, content: Buffer): boolean {
  if (marker === 0xfe) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  if (marker === 0xe0) return content.toString('latin1', 0, 5) === 'JFIF\0';
  if (marker === 0xe2) return content.toString('latin1', 0, 12) === 'ICC_PROFILE\0';
  return marker === 0xee && content.toString('latin1', 0, 5) === 'Adobe';
}

/** Walks through the segments and scans of a JPEG file up to its end. */
export function readJpeg(bytes: Buffer): ReadImage | ImageProblem {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let size: { width: number; height: number } | null = null;
  let scans = 0;
  for (let at = 2; ;) {
    if (at + 1 >= bytes.length) return truncated('JPEG');
    if (bytes[at] !== 0xff) return malformed('JPEG', 'a segment does not begin where the one before it ends');
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === endOfImage) {
      if (size === null || scans === 0) return malformed('JPEG', 'it ends without image data');
      kept.push(bytes.subarray(at, at + 2));
      return { kind: 'jpeg', ...size, bytes: Buffer.concat(kept) };
    }
    if (standsAlone(marker)) {
      at += 2;
      continue;
    }
    if (at + 4 > bytes.length) return truncated('JPEG');
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < at + 4) return malformed('JPEG', 'a segment is shorter than its length');
    if (end > bytes.length) return truncated('JPEG');
    if (isFrame(marker)) {
      if (size !== null) return malformed('JPEG', 'it has two different sizes');
      if (end < at + 9) return malformed('JPEG', 'its size is missing');
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    let next = end;
    if (marker === startOfScan) {
      scans += 1;
      if (scans > mostScans) return malformed('JPEG', `it has more than ${mostScans} scans`);
      next = endOfScan(bytes, end);
    }
    const content = bytes.subarray(at + 4, end);
    // Without it, a picture of a phone held upright lies on its side.
    const orientation = marker === exif ? readOrientation(content) : null;
    if (orientation !== null) kept.push(orientationSegment(orientation));
    else if (isNeeded(marker, content)) kept.push(bytes.subarray(at, next));
    at = next;
  }
}

/** Returns the position of the next marker that is neither picture data nor a restart marker. */
function endOfScan(bytes: Buffer, begin: number): number {
  for (let at = begin; ;) {
    at = bytes.indexOf(0xff, at);
    if (at === -1 || at + 1 >= bytes.length) return bytes.length;
    const marker = bytes[at + 1]!;
    if (marker !== 0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7)) return at;
    at += marker === 0xff ? 1 : 2;
  }
}
