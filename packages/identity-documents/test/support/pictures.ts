import { encode as encodePng } from 'fast-png';
import { encode as encodeJpeg } from 'jpeg-js';

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each pixel. */
  readonly data: Uint8Array;
}

/** Draws grey blots at positions determined by a seed, so that each page looks different. */
export function draw(width: number, height: number, seed: number): Drawing {
  const data = new Uint8Array(width * height * 4);
  const grey = (x: number, y: number): number => {
    const [across, down] = [Math.floor((x / width) * 12), Math.floor((y / height) * 9)];
    return Math.floor(Math.abs(Math.sin(seed * 7.1 + across * 12.9898 + down * 78.233) * 43_758.5453) * 255) % 256;
  };
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      data.fill(grey(x, y), at, at + 3);
      data[at + 3] = 255;
    }
  return { width, height, data };
}

export const asJpeg = (drawing: Drawing, quality = 85): Buffer =>
  encodeJpeg({ ...drawing, data: Buffer.from(drawing.data) }, quality).data;

export const asPng = (drawing: Drawing): Buffer => Buffer.from(encodePng({ ...drawing, channels: 4, depth: 8 }));

/** One pixel, as in the smallest files of their kind. */
export const lossyWebp = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64');
export const losslessWebp = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

/** A JPEG segment. */
export function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** A RIFF chunk. */
export function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

export function riff(chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]);
  return chunk('RIFF', body);
}

/** Returns how many of the 256 bits of two fingerprints differ. */
export function fingerprintDistance(one: string, other: string): number {
  let distance = 0;
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    let bits = Number.parseInt(one.charAt(at) || '0', 16) ^ Number.parseInt(other.charAt(at) || '0', 16);
    for (; bits > 0; bits >>= 1) distance += bits & 1;
  }
  return distance;
}
