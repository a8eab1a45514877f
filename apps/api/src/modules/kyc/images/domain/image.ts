export const imageSides = ['front', 'back', 'selfie'] as const;
export type ImageSide = (typeof imageSides)[number];

/** As which an image may be sent. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** An image of a document or of a face; its bytes are a blob of the same id. */
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
  /** Of what was sent, without what cameras write beside it. */
  readonly sha256: Buffer;
  /** 256 bits in hexadecimal that are alike for images that look alike; null: it was not looked at. */
  readonly fingerprint: string | null;
}
