import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/index.js';
import { TenantDatabase, type Transaction } from '../database/index.js';
import { ApiError } from '../http/index.js';
import { findResponse, tryLockKey, storeResponse } from './response-store.js';
import { ResponseSeal, type RequestIdentity } from './response-seal.js';

/** Lets a number of runs go on at once; the others wait in order of arrival. */
class Semaphore {
  private readonly waiters: (() => void)[] = [];

  constructor(private permits: number) {}

  async withPermit<T>(work: () => Promise<T>): Promise<T> {
    if (this.permits > 0) this.permits -= 1;
    else await new Promise<void>((resolve) => this.waiters.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiters.shift();
      if (next) next();
      else this.permits += 1;
    }
  }
}

export interface RecordedResponse {
  readonly status: number;
  readonly text: string;
}

export interface IdempotentResponse extends RecordedResponse {
  /** Whether it is the answer of an earlier request. */
  readonly isReplay: boolean;
}

/**
 * Runs a request once however often it is sent. The key, all that the request does and its answer are one transaction: a crash at
 * any moment leaves either everything or nothing, and a free key.
 */
@Injectable()
export class IdempotentExecutor {
  private readonly semaphore: Semaphore;

  constructor(
    private readonly database: TenantDatabase,
    config: AppConfig,
  ) {
    // These requests hold a connection while they wait for others, who must find one too.
    this.semaphore = new Semaphore(Math.max(1, Math.floor(config.databasePoolSize / 2)));
  }

  /**
   * @param act does what is asked; throws what is no answer to keep, and then nothing is kept
   * @param answerOf the answer to an error that `act` threw, null: it is not to be kept
   */
  executeOnce(
    request: RequestIdentity,
    act: () => Promise<RecordedResponse>,
    answerOf: (thrown: unknown) => RecordedResponse | null,
  ): Promise<IdempotentResponse> {
    const seal = new ResponseSeal(request);
    const { organizationId } = request;
    return this.semaphore.withPermit(() =>
      this.database.runAtomically(organizationId, async (transaction) => {
        const before = await findRecordedResponse(transaction, organizationId, seal);
        if (before) return { ...before, isReplay: true };
        const answer = await transaction.savepoint(organizationId, act).catch((thrown: unknown) => {
          const refused = answerOf(thrown);
          if (refused === null) throw thrown;
          return refused;
        });
        await storeResponse(transaction, organizationId, seal.id, {
          status: answer.status,
          sealed: seal.seal(answer.text),
        });
        return { ...answer, isReplay: false };
      }),
    );
  }
}

async function findRecordedResponse(
  client: Transaction,
  organizationId: string,
  seal: ResponseSeal,
): Promise<RecordedResponse | null> {
  const [isFree, stored] = await Promise.all([
    tryLockKey(client, seal.id),
    findResponse(client, organizationId, seal.id),
  ]);
  if (stored) {
    const text = seal.open(stored.sealed);
    if (text !== null) return { status: stored.status, text };
    throw new ApiError(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was sent with another request, or in another session',
    );
  }
  if (isFree) return null;
  throw new ApiError('IDEMPOTENCY_IN_PROGRESS', 'The first request with this Idempotency-Key is still running');
}
