export interface ReadImage {
  readonly kind: 'jpeg' | 'png' | 'webp';
  readonly width: number;
  readonly height: number;
  /**
   * Without the metadata of cameras and programs: location, time, device, comments, and anything after the end of the picture. A JPEG keeps
   * its orientation.
   */
  readonly bytes: Uint8Array;
}

export interface ImageProblem {
  readonly problem: string;
}

/** Larger pictures are rejected by their header before they are decoded: 40 megapixels are 160 MB of pixels. */
export const mostPixels = 40_000_000;

type Kind = 'JPEG' | 'PNG' | 'WebP';

export const truncated = (kind: Kind): ImageProblem => ({
  problem: `The ${kind} image is truncated: send it again`,
});

export const malformed = (kind: Kind, what: string): ImageProblem => ({
  problem: `The ${kind} image is corrupt: ${what}`,
});
