import { crc32, deflateSync } from 'node:zlib';

import { imageFingerprint, mostBitsOfCopy, readImage } from '@tamis/identity-documents';
import { propertyRuns } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';

import {
  asJpeg,
  asPng,
  chunk,
  draw,
  fingerprintDistance,
  losslessWebp,
  lossyWebp,
  riff,
  segment,
} from './support/pictures.js';

const drawing = draw(160, 120, 1);
const jpeg = asJpeg(drawing);
const png = asPng(drawing);
const secret = 'Exif\0\0 taken at -34.6037, -58.3816 by a person';

const withSegment = (marker: number, text: string): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), segment(marker, Buffer.from(text, 'latin1')), jpeg.subarray(2)]);

function pngChunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const pngHeader = (width: number, height: number): Buffer => {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width, 0);
  content.writeUInt32BE(height, 4);
  content.set([8, 6, 0, 0, 0], 8);
  return pngChunk('IHDR', content);
};
/** End of the header of a PNG file. */
const afterHeader = 33;

const bytesOf = (picture: Uint8Array): Buffer => {
  const read = readImage(picture);
  if ('problem' in read) throw new Error(read.problem);
  return Buffer.from(read.bytes);
};

const tiff = (order: 'II' | 'MM', orientation: number, more = 0): Buffer => {
  const bytes = Buffer.alloc(14 + more * 12 + 12);
  const short = (value: number, at: number) =>
    order === 'II' ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at);
  bytes.write(order, 0);
  short(42, 2);
  if (order === 'II') bytes.writeUInt32LE(8, 4);
  else bytes.writeUInt32BE(8, 4);
  short(more + 1, 8);
  for (let at = 0; at < more; at += 1) short(0x0110, 10 + at * 12);
  const last = 10 + more * 12;
  short(0x0112, last);
  short(3, last + 2);
  short(orientation, last + 8);
  return bytes;
};

const turned = (content: Buffer): Buffer =>
  Buffer.concat([
    jpeg.subarray(0, 2),
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), content, Buffer.from(secret)])),
    jpeg.subarray(2),
  ]);

describe('orientation of a picture', () => {
  test.each([
    ['of a phone', tiff('II', 6, 3), 6],
    ['of a camera', tiff('MM', 8), 8],
    ['of a mirrored picture', tiff('MM', 2, 1), 2],
  ])('%s is all that is kept of its EXIF', (_name, content, orientation) => {
    const kept = bytesOf(turned(content));
    expect(kept.length - bytesOf(jpeg).length).toBe(36);
    const [at, said] = [kept.indexOf('Exif'), 26];
    expect(kept.readUInt16BE(at - 2 + said)).toBe(orientation);
    expect(kept.includes('-34.6037')).toBe(false);
    expect(bytesOf(kept)).toEqual(kept);
  });

  test('is not kept if it is upright, unknown or unreadable', () => {
    const unreadable = [tiff('MM', 1), tiff('MM', 9), tiff('II', 6).subarray(0, 9), Buffer.from('XX'), Buffer.alloc(0)];
    const far = tiff('MM', 6);
    far.writeUInt32BE(0xffffffff, 4);
    for (const content of [...unreadable, far]) expect(bytesOf(turned(content))).toEqual(bytesOf(jpeg));
  });
});

describe('image type detection', () => {
  test.each([
    ['JPEG', jpeg, { kind: 'jpeg', width: 160, height: 120 }],
    ['PNG', png, { kind: 'png', width: 160, height: 120 }],
    ['WebP', lossyWebp, { kind: 'webp', width: 1, height: 1 }],
    ['WebP without loss', losslessWebp, { kind: 'webp', width: 1, height: 1 }],
  ])('%s is recognized by its bytes', (_name, picture, expected) => {
    expect(readImage(picture)).toMatchObject(expected);
    expect(bytesOf(bytesOf(picture))).toEqual(bytesOf(picture));
  });

  test.each([
    ['EXIF of a JPEG', withSegment(0xe1, secret)],
    ['IPTC of a JPEG', withSegment(0xed, secret)],
    ['a comment of a JPEG', withSegment(0xfe, secret)],
    ['a preview of a JPEG', withSegment(0xe2, `MPF\0${secret}`)],
    ['what follows a JPEG', Buffer.concat([jpeg, Buffer.from(secret)])],
    [
      'EXIF of a PNG',
      Buffer.concat([png.subarray(0, afterHeader), pngChunk('eXIf', Buffer.from(secret)), png.subarray(afterHeader)]),
    ],
    [
      'a text of a PNG',
      Buffer.concat([png.subarray(0, afterHeader), pngChunk('tEXt', Buffer.from(secret)), png.subarray(afterHeader)]),
    ],
    ['what follows a PNG', Buffer.concat([png, Buffer.from(secret)])],
    ['EXIF of a WebP', riff([lossyWebp.subarray(12), chunk('EXIF', Buffer.from(secret))])],
    ['XMP of a WebP', riff([lossyWebp.subarray(12), chunk('XMP ', Buffer.from(secret))])],
  ])('%s is removed', (_what, picture) => {
    expect(picture.includes('-34.6037')).toBe(true);
    const bytes = bytesOf(picture);
    expect(bytes.includes('-34.6037')).toBe(false);
    expect(bytes.length).toBeGreaterThan(30);
  });

  test('removing metadata leaves the image intact', () => {
    expect(bytesOf(withSegment(0xe1, secret))).toEqual(bytesOf(jpeg));
    expect(imageFingerprint(bytesOf(withSegment(0xe1, secret)))).toBe(imageFingerprint(jpeg));
    expect(bytesOf(Buffer.concat([lossyWebp, Buffer.from(secret)]))).toEqual(lossyWebp);
  });

  test('the flags of a WebP match its remaining chunks', () => {
    const header = Buffer.from([0x0c, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    const picture = riff([chunk('VP8X', header), lossyWebp.subarray(12), chunk('EXIF', Buffer.from(secret))]);
    const kept = Buffer.from(header);
    kept[0] = 0;
    expect(bytesOf(picture)).toEqual(riff([chunk('VP8X', kept), lossyWebp.subarray(12)]));
  });

  test('an image with too many scans is rejected', () => {
    const scan = Buffer.concat([segment(0xda, Buffer.from([1, 1, 0, 1, 63, 0])), Buffer.from([0x7f, 0xfe, 0])]);
    const scanned = (count: number) =>
      readImage(Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: count }, () => scan), jpeg.subarray(-2)]));
    expect(scanned(99)).toMatchObject({ kind: 'jpeg' });
    expect(scanned(100)).toEqual({ problem: 'The JPEG image is corrupt: it has more than 100 scans' });
  });

  test('an image with more data than its pixels need is not decompressed', () => {
    const withData = (bytes: number) =>
      Buffer.concat([
        ...[png.subarray(0, 8), pngHeader(100, 100), pngChunk('IDAT', deflateSync(Buffer.alloc(bytes)))],
        pngChunk('IEND', Buffer.alloc(0)),
      ]);
    expect(imageFingerprint(withData(100 * 401))).toHaveLength(64);
    expect(imageFingerprint(withData(100 * 1_000))).toBeNull();
  });

  const huge = Buffer.concat([png.subarray(0, 8), pngHeader(8_000, 5_001), png.subarray(afterHeader)]);
  const flat = Buffer.concat([png.subarray(0, 8), pngHeader(0, 5), png.subarray(afterHeader)]);
  const broken = Buffer.from(png);
  broken[60]! ^= 1;
  const moving = riff([chunk('VP8X', Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 0, 0])), lossyWebp.subarray(12)]);
  const twoSizes = riff([chunk('VP8X', Buffer.from([0, 0, 0, 0, 9, 0, 0, 0, 0, 0])), lossyWebp.subarray(12)]);
  test.each([
    ['nothing', Buffer.alloc(0), /empty/],
    ['a GIF', Buffer.from('GIF89a          '), /The file is not a JPEG, PNG or WebP image/],
    [
      'a page that says it is a JPEG',
      Buffer.from('<html>this is a .jpeg</html>'),
      /The file is not a JPEG, PNG or WebP image/,
    ],
    ['a JPEG without a picture', Buffer.from([0xff, 0xd8, 0xff, 0xd9]), /without image data/],
    ['40,008,000 pixels', huge, /8000 x 5001 pixels; at most 40 million/],
    ['no pixels', flat, /no pixels/],
    ['a PNG with a changed byte', broken, /checksum of its chunk/],
    ['a moving WebP', moving, /animated/],
    ['a WebP of two sizes', twoSizes, /two different sizes/],
  ])('%s is rejected', (_what, picture, problem) => {
    expect(readImage(picture)).toEqual({ problem: expect.stringMatching(problem) });
  });

  test.each([
    ['JPEG', jpeg],
    ['PNG', png],
    ['WebP', lossyWebp],
  ])('a %s truncated anywhere is rejected', (_name, picture) => {
    const taken = Array.from({ length: picture.length }, (_, length) => length).filter(
      (length) => !('problem' in readImage(picture.subarray(0, length))),
    );
    expect(taken).toEqual([]);
  });

  test('arbitrary bytes never cause an exception', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(jpeg, png, lossyWebp),
        fc.nat(),
        fc.uint8Array({ maxLength: 30 }),
        (of, at, change) => {
          const picture = Buffer.from(of);
          picture.set(change.subarray(0, picture.length), at % Math.max(1, picture.length - change.length));
          const read = readImage(picture);
          expect('problem' in read ? read.problem !== '' : read.width > 0).toBe(true);
          if (!('problem' in read)) expect([null, 'string']).toContain(typeOfFingerprint(picture));
        },
      ),
      propertyRuns(1_000),
    );
  });
});

const typeOfFingerprint = (picture: Uint8Array): string | null => {
  const fingerprint = imageFingerprint(picture);
  return fingerprint === null ? null : typeof fingerprint;
};

describe('Fingerprints of image copies', () => {
  const of = (picture: Uint8Array): string => imageFingerprint(picture)!;

  test.each([
    ['saved with less quality', asJpeg(drawing, 40)],
    ['saved as PNG', png],
    ['twice as large', asJpeg(draw(320, 240, 1))],
  ])('a copy %s is recognized', (_how, copy) => {
    expect(fingerprintDistance(of(jpeg), of(copy))).toBeLessThanOrEqual(mostBitsOfCopy);
  });

  test('a different image is not recognized as a copy', () => {
    const others = Array.from({ length: 20 }, (_, index) => asJpeg(draw(160, 120, index + 2)));
    for (const other of others) expect(fingerprintDistance(of(jpeg), of(other))).toBeGreaterThan(mostBitsOfCopy);
  });

  test('an image that cannot be decoded has no fingerprint', () => {
    expect(imageFingerprint(lossyWebp)).toBeNull();
    expect(imageFingerprint(Buffer.from('no picture'))).toBeNull();
  });
});
