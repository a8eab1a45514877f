import type { Transaction } from '../database/index.js';
import { findResponse, tryLockKey, storeResponse } from './response-store.js';
import { ResponseSeal, type RequestIdentity } from './response-seal.js';

/**
 * A request with an `Idempotency-Key` that may share a database transaction with others: its answer is kept in the transaction of what it
 * does, or neither is.
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

  /** What to keep of the key with what is done under it, and by what another request under it is told apart. */
  get key(): { readonly id: Buffer; readonly requestHash: Buffer } {
    return { id: this.seal.id, requestHash: this.seal.request };
  }

  /** Names the key. Of the requests of one transaction one alone may reserve it: all of them would be told that it is free. */
  get keyId(): string {
    return this.seal.id.toString('hex');
  }

  /** Reserves the key until the transaction ends. False: another request holds it, or was answered under it. */
  async tryReserve(client: Transaction): Promise<boolean> {
    const [isFree, stored] = await Promise.all([
      tryLockKey(client, this.seal.id),
      findResponse(client, this.organizationId, this.seal.id),
    ]);
    return isFree && stored === null;
  }

  /** Keeps the answer under the reserved key. The transaction throws what is wrong with it. */
  storeResponse(client: Transaction, text: string): Promise<void> {
    const sealed = this.seal.seal(text);
    return storeResponse(client, this.organizationId, this.seal.id, { status: this.status, sealed });
  }
}
