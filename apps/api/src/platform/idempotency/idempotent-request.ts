import type { Transaction } from '../database/index.js';
import { findResponse, tryLockKey, storeResponse } from './response-store.js';
import { ResponseSeal, type RequestIdentity } from './response-seal.js';

/**
 * A request with an `Idempotency-Key` that may share a database transaction with others. Its response is stored in the same transaction as
 * its effects, so that either both are kept or neither.
 */
export class IdempotentRequest {
  private readonly organizationId: string;
  private readonly seal: ResponseSeal;

  /** @param status of the answer to a success */
  constructor(
    request: RequestIdentity,
    private readonly status: number,
  ) {
    this.organizationId = request.organizationId;
    this.seal = new ResponseSeal(request);
  }

  /** Key to store along with the effects of the request, and a hash by which another request with the same key is recognized. */
  get key(): { readonly id: Buffer; readonly requestHash: Buffer } {
    return { id: this.seal.id, requestHash: this.seal.request };
  }

  /**
   * Identifies the key. In one transaction, only one of the requests with the same key may reserve it, since all of them would see it as
   * free.
   */
  get keyId(): string {
    return this.seal.id.toString('hex');
  }

  /** Reserves the key until the transaction ends. Returns `false` if another request holds it, or a response is already stored for it. */
  async tryReserve(client: Transaction): Promise<boolean> {
    const [isFree, stored] = await Promise.all([
      tryLockKey(client, this.seal.id),
      findResponse(client, this.organizationId, this.seal.id),
    ]);
    return isFree && stored === null;
  }

  /** Stores the response under the reserved key. If that fails, the transaction throws the error. */
  storeResponse(client: Transaction, text: string): Promise<void> {
    const sealed = this.seal.seal(text);
    return storeResponse(client, this.organizationId, this.seal.id, { status: this.status, sealed });
  }
}
