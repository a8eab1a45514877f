import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** What names a request that may be repeated. */
export interface RepeatableRequest {
  readonly organizationId: string;
  /** The API key or session that asks. */
  readonly credential: string;
  readonly key: string;
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly body: string;
}

/**
 * Where the answer to a request is kept, and how: sealed with the caller's own credential, since an answer may hold an API key that
 * is shown once, and bound to the request, so that another request under the same key cannot open it.
 */
export class AnswerSeal {
  /** 32 bytes; the same for every request of one credential with one key. */
  readonly id: Buffer;
  private readonly secret: Buffer;
  private readonly request: Buffer;

  constructor({ organizationId, credential, key, method, url, body }: RepeatableRequest) {
    const input = JSON.stringify([credential, key]);
    const derived = Buffer.from(hkdfSync('sha256', input, organizationId, 'tamis idempotent answer', 64));
    [this.id, this.secret] = [derived.subarray(0, 32), derived.subarray(32)];
    this.request = createHash('sha256')
      .update(JSON.stringify([method, url, body]))
      .digest();
  }

  seal(text: string): Buffer {
    const iv = randomBytes(ivBytes);
    const sealing = createCipheriv(cipher, this.secret, iv).setAAD(this.request);
    const sealed = [sealing.update(text, 'utf8'), sealing.final()];
    return Buffer.concat([iv, sealing.getAuthTag(), ...sealed]);
  }

  /** Null: it was sealed for another request. */
  open(sealed: Buffer): string | null {
    const opening = createDecipheriv(cipher, this.secret, sealed.subarray(0, ivBytes), { authTagLength: tagBytes });
    opening.setAAD(this.request).setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
    try {
      return Buffer.concat([opening.update(sealed.subarray(ivBytes + tagBytes)), opening.final()]).toString('utf8');
    } catch {
      return null;
    }
  }
}
