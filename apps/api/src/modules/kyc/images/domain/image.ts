export const imageSides = ['front', 'back', 'selfie'] as const;
export type ImageSide = (typeof imageSides)[number];

/** Accepted image types. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** An image of a document or face; its bytes are a blob with the same id. */
export interface KycImage {
  readonly id: string;
  readonly organizationId: string;
  readonly validationId: string;
  readonly entityId: string;
  readonly side: ImageSide;
  readonly contentType: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  /** Hash of what was sent, without the metadata added by cameras. */
  readonly sha256: Buffer;
  /** 256 bits in hexadecimal that are similar for images that look similar; `null` if it was not computed. */
  readonly fingerprint: string | null;
}
