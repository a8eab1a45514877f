import { bmvbhash } from 'blockhash-core';
import { decode as decodePng } from 'fast-png';
import { decode as decodeJpeg } from 'jpeg-js';

import { decodablePng } from './png.js';
import { readImage } from './read-image.js';

/** Cells per side: 256 bits, because pages of one kind of passport look alike at lower resolutions. */
const cells = 16;
/** Decoding takes place in JavaScript. Above this limit it would take seconds, for nothing but a hint. */
const mostMegapixels = 16;
const mostMegabytes = 256;

/**
 * Returns the appearance of a picture as 64 hexadecimal digits, by which copies are found that were scaled or saved again. `null` for WebP,
 * for pictures of more than 16 megapixels, and for those that cannot be decoded or contain more data than their pixels.
 */
export function imageFingerprint(bytes: Uint8Array): string | null {
  const image = readImage(bytes);
  if ('problem' in image || image.width * image.height > mostMegapixels * 1_000_000) return null;
  try {
    const pixels = pixelsOf(image.kind, image.bytes);
    return pixels && bmvbhash(pixels, cells);
  } catch {
    return null;
  }
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

function pixelsOf(kind: 'jpeg' | 'png' | 'webp', bytes: Uint8Array): Pixels | null {
  if (kind === 'webp') return null;
  if (kind === 'jpeg')
    return decodeJpeg(bytes, {
      ...{ useTArray: true, maxResolutionInMP: mostMegapixels, maxMemoryUsageInMB: mostMegabytes },
    });
  const png = decodablePng(Buffer.from(bytes));
  return png && withFourChannels(decodePng(png));
}

function withFourChannels({ width, height, data, channels, depth, palette }: ReturnType<typeof decodePng>): Pixels {
  const pixels = new Uint8Array(width * height * 4);
  const shift = depth === 16 ? 8 : 0;
  for (let at = 0; at < width * height; at += 1) {
    const of = (channel: number): number => data[at * channels + channel]! >> shift;
    const grey = channels < 3;
    const colour = palette ? palette[data[at]!] : undefined;
    pixels[at * 4] = colour ? colour[0]! : of(0);
    pixels[at * 4 + 1] = colour ? colour[1]! : of(grey ? 0 : 1);
    pixels[at * 4 + 2] = colour ? colour[2]! : of(grey ? 0 : 2);
    pixels[at * 4 + 3] = channels === 4 || channels === 2 ? of(channels - 1) : 255;
  }
  return { width, height, data: pixels };
}

/** Maximum number of different bits in the fingerprints of copies of one picture. For different pictures, about half of the 256 differ. */
export const mostBitsOfCopy = 24;
