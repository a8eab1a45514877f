import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** What names a request that may be repeated. */
export interface RequestIdentity {
  readonly organizationId: string;
  /** Who asks, the same however they sign in. */
  readonly caller: string;
  /** The secret of the API key or session that asks. */
  readonly credential: string;
  readonly idempotencyKey: string;
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly body: string;
}

/**
 * Where the answer to a request is kept, and how: sealed with the caller's own credential, since an answer may hold an API key that
 * is shown once, and bound to the request, so that another request under the same key cannot open it. A person who signed in anew
 * finds that there is an answer, and cannot open it.
 */
export class ResponseSeal {
  /** 32 bytes; the same for every request of one caller with one key. */
  readonly id: Buffer;
  private readonly secret: Buffer;
  /** Of the method, address and body. */
  readonly request: Buffer;

  constructor({ organizationId, caller, credential, idempotencyKey: key, method, url, body }: RequestIdentity) {
    const derived = (from: string, use: string): Buffer =>
      Buffer.from(hkdfSync('sha256', JSON.stringify([from, key]), organizationId, `tamis idempotent ${use}`, 32));
    this.id = derived(caller, 'request');
    this.secret = derived(credential, 'answer');
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
