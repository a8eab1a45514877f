import { readImage } from '@tamis/identity-documents';

/** Accepted file types. */
export const fileTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type FileType = (typeof fileTypes)[number];

/** A file sent for a document; its bytes are a blob with the same id. */
export interface DocumentFile {
  readonly id: string;
  readonly organizationId: string;
  readonly requestId: string;
  readonly entityId: string;
  readonly documentId: string;
  /** Name given by the sender. */
  readonly name: string;
  readonly contentType: FileType;
  readonly bytes: number;
  /** Hash of the stored bytes. */
  readonly sha256: Buffer;
  readonly storedAt: Date;
}

export interface ReadFile {
  readonly contentType: FileType;
  /** For an image, without the metadata added by cameras. */
  readonly bytes: Buffer;
}

/** Maximum distance of the end marker from the end of a PDF. */
const pdfTailBytes = 1_024;
const wrongKind = 'The file is not a PDF, JPEG or PNG';

/** Determines the type of a file from its bytes, never from its name or a request header. */
export function readFile(sent: Buffer): ReadFile | { readonly problem: string } {
  if (sent.length === 0) return { problem: 'The file is empty' };
  if (sent.toString('latin1', 0, 5) === '%PDF-') {
    if (!/^%PDF-[12]\.\d/.test(sent.toString('latin1', 0, 8))) return { problem: wrongKind };
    if (!sent.subarray(-pdfTailBytes).includes('%%EOF')) return { problem: 'The PDF is truncated: send it again' };
    return { contentType: 'application/pdf', bytes: sent };
  }
  const isPicture = sent[0] === 0xff || sent[0] === 0x89;
  if (!isPicture) return { problem: wrongKind };
  const read = readImage(sent);
  if ('problem' in read) return read;
  const { buffer, byteOffset, byteLength } = read.bytes;
  const contentType = fileTypes.find((type) => type === `image/${read.kind}`);
  return contentType ? { contentType, bytes: Buffer.from(buffer, byteOffset, byteLength) } : { problem: wrongKind };
}

/** Returns a file name without folders, and without characters that are invisible or change the text direction. */
export function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1)!;
  const plain = last.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '').trim();
  return plain === '' ? 'document' : plain;
}
