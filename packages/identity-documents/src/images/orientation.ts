const start = 'Exif\0\0';
const tag = 0x0112;
const typeOfNumber = 3;
const entryBytes = 12;

/** Returns how cameras say that a picture must be turned, 2 to 8, from the content of an EXIF segment; `null` if it is upright. */
export function readOrientation(content: Buffer): number | null {
  if (content.toString('latin1', 0, start.length) !== start) return null;
  const tiff = content.subarray(start.length);
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return null;
  const short = (at: number): number => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return null;
  const entries = Math.min(short(directory), Math.floor((tiff.length - directory - 2) / entryBytes));
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * entryBytes;
    if (short(at) !== tag || short(at + 2) !== typeOfNumber) continue;
    const orientation = short(at + 8);
    return orientation >= 2 && orientation <= 8 ? orientation : null;
  }
  return null;
}

/** Returns an EXIF segment of a JPEG file that contains only the orientation. */
export function orientationSegment(orientation: number): Buffer {
  const content = Buffer.alloc(34);
  // Its directory begins after 8 bytes and has one entry with one number.
  content.write(`${start}MM\0*\0\0\0\x08\0\x01`, 2, 'latin1');
  content.writeUInt16BE(content.length, 0);
  content.writeUInt16BE(tag, 18);
  content.writeUInt16BE(typeOfNumber, 20);
  content.writeUInt32BE(1, 22);
  content.writeUInt16BE(orientation, 26);
  return Buffer.concat([Buffer.from([0xff, 0xe1]), content]);
}
