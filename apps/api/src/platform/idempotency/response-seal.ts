import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Identifies a request that may be repeated. */
export interface RequestIdentity {
  readonly organizationId: string;
  /** The caller, identified in the same way however they sign in. */
  readonly caller: string;
  /** Secret of the API key or session that sends the request. */
  readonly credential: string;
  readonly idempotencyKey: string;
  readonly method: string;
  /** Includes the query. */
  readonly url: string;
  readonly body: string;
}

/**
 * Determines where and how the response to a request is stored. It is encrypted with the caller's own credential, since it may contain an
 * API key that is shown only once, and bound to the request, so that another request with the same key cannot decrypt it. A person who has
 * signed in again learns that there is a response, but cannot decrypt it.
 */
export class ResponseSeal {
  /** 32 bytes, equal for every request of one caller with one key. */
  readonly id: Buffer;
  private readonly secret: Buffer;
  /** Hash of the method, URL and body. */
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

  /** Returns `null` if the response was encrypted for another request. */
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
