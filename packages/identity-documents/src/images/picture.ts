export interface ReadImage {
  readonly kind: 'jpeg' | 'png' | 'webp';
  readonly width: number;
  readonly height: number;
  /** Without what cameras and programs wrote beside the picture: place, time, device, comments, and whatever followed its end. */
  readonly bytes: Uint8Array;
}

export interface ImageProblem {
  readonly problem: string;
}

/** More is refused by the header, before anything decodes it: 40 megapixels are 160 MB of pixels. */
export const mostPixels = 40_000_000;

type Kind = 'JPEG' | 'PNG' | 'WebP';

export const truncated = (kind: Kind): ImageProblem => ({
  problem: `The ${kind} picture ends before its end: send it again`,
});

export const malformed = (kind: Kind, what: string): ImageProblem => ({
  problem: `The ${kind} picture is broken: ${what}`,
});
