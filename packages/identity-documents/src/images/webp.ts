import { type ImageProblem, malformed, type ReadImage, truncated } from './picture.js';

const needed: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP']);
const headBytes = 12;
const animation = 0x02;
/** The flags of EXIF and XMP, which are removed. */
const metadata = 0x08 | 0x04;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Walks through the chunks of a WebP file. */
export function readWebp(bytes: Buffer): ReadImage | ImageProblem {
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) return truncated('WebP');
  const kept: Buffer[] = [];
  let canvas: Size | null = null;
  let picture: Size | null = null;
  for (let at = headBytes; at < end;) {
    if (at + 8 > end) return truncated('WebP');
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const next = at + 8 + length + (length % 2);
    if (at + 8 + length > end) return truncated('WebP');
    const content = bytes.subarray(at + 8, at + 8 + length);
    const chunk = Buffer.from(bytes.subarray(at, Math.min(next, end)));
    if (name === 'VP8X') {
      if (content.length < 10) return malformed('WebP', 'its header is too short');
      if ((content[0]! & animation) !== 0) return { problem: 'The WebP image is animated: send a still one' };
      canvas = { width: content.readUIntLE(4, 3) + 1, height: content.readUIntLE(7, 3) + 1 };
      chunk[8]! &= ~metadata;
    }
    if (name === 'VP8 ' || name === 'VP8L') {
      picture = name === 'VP8 ' ? lossySize(content) : losslessSize(content);
      if (picture === null) return malformed('WebP', 'its image data does not start as expected');
    }
    if (needed.has(name)) kept.push(chunk);
    at = next;
  }
  if (picture === null) return malformed('WebP', 'it ends without image data');
  if (canvas !== null && (canvas.width !== picture.width || canvas.height !== picture.height))
    return malformed('WebP', 'it has two different sizes');
  return { kind: 'webp', ...picture, bytes: packed(kept) };
}

function packed(chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat(chunks);
  const head = Buffer.alloc(headBytes);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(body.length + 4, 4);
  head.write('WEBP', 8, 'latin1');
  return Buffer.concat([head, body]);
}

/** RFC 9649, section 2.5: a key frame begins with a tag of three bytes and `9d 01 2a`. */
function lossySize(content: Buffer): Size | null {
  if (content.length < 10 || content.readUIntBE(3, 3) !== 0x9d012a) return null;
  return { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff };
}

/** RFC 9649, section 3.4. */
function losslessSize(content: Buffer): Size | null {
  if (content.length < 5 || content[0] !== 0x2f) return null;
  const bits = content.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
