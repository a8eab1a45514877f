import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/index.js';
import { newId, TenantDatabase, type Transaction } from '../database/index.js';
import { ApiError } from '../http/index.js';
import { limits } from '../limits.js';
import { PeriodicTask } from '../periodic-task.js';
import {
  answerClaim,
  findResponse,
  type KeyClaim,
  releaseClaim,
  renewClaim,
  storeClaim,
  type StoredResponse,
  storeResponse,
  tryLockKey,
} from './response-store.js';
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

/** What a request does, and how its answer is kept. */
export interface RequestWork {
  /** Does what is asked; throws what is no answer to keep, and then nothing is kept. */
  readonly act: () => Promise<RecordedResponse>;
  /** The answer to an error that `act` threw, null: it is not to be kept. */
  readonly answerOf: (thrown: unknown) => RecordedResponse | null;
}

/** Runs a request once however often it is sent. */
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
   * The key, all that the request does and its answer are one transaction: a crash at any moment leaves either everything or nothing, and a
   * free key.
   */
  executeOnce(request: RequestIdentity, work: RequestWork): Promise<IdempotentResponse> {
    const seal = new ResponseSeal(request);
    const { organizationId } = request;
    return this.semaphore.withPermit(() =>
      this.database.runAtomically(organizationId, async (transaction) => {
        const before = await findRecordedResponse(transaction, organizationId, seal);
        if (before) return { ...before, isReplay: true };
        const answer = await transaction
          .savepoint(organizationId, work.act)
          .catch((thrown: unknown) => answerOrThrow(work, thrown));
        await storeResponse(transaction, organizationId, seal.id, sealedResponse(seal, answer));
        return { ...answer, isReplay: false };
      }),
    );
  }

  /**
   * The same for a request that waits for others than the database: the key is claimed and committed, what it does has transactions of its
   * own, and its answer takes the place of the claim. After a crash the key is free when the claim ends, and what was done is done again.
   */
  async executeClaimed(request: RequestIdentity, work: RequestWork): Promise<IdempotentResponse> {
    const seal = new ResponseSeal(request);
    const { organizationId } = request;
    const claim = { organizationId, id: seal.id, claim: newId() };
    const before = await this.database.transaction(organizationId, async (transaction) => {
      const found = await findRecordedResponse(transaction, organizationId, seal);
      if (!found) await storeClaim(transaction, claim, limits.idempotencyLeaseMs);
      return found;
    });
    if (before) return { ...before, isReplay: true };
    const answer = await this.runClaimed(claim, work);
    await answerClaim(this.database.forOrganization(organizationId), claim, sealedResponse(seal, answer));
    return { ...answer, isReplay: false };
  }

  private async runClaimed(claim: KeyClaim, work: RequestWork): Promise<RecordedResponse> {
    const client = this.database.forOrganization(claim.organizationId);
    const renewing = new PeriodicTask('idempotency', 'a claim was not renewed', limits.idempotencyBeatMs, () =>
      renewClaim(client, claim, limits.idempotencyLeaseMs),
    );
    renewing.start();
    try {
      return await work.act().catch((thrown: unknown) => answerOrThrow(work, thrown));
    } catch (error) {
      // Where it cannot be released either, it ends by itself.
      await releaseClaim(client, claim).catch(() => undefined);
      throw error;
    } finally {
      await renewing.stop();
    }
  }
}

function answerOrThrow({ answerOf }: RequestWork, thrown: unknown): RecordedResponse {
  const refused = answerOf(thrown);
  if (refused === null) throw thrown;
  return refused;
}

const sealedResponse = (seal: ResponseSeal, { status, text }: RecordedResponse): StoredResponse => ({
  status,
  sealed: seal.seal(text),
});

async function findRecordedResponse(
  client: Transaction,
  organizationId: string,
  seal: ResponseSeal,
): Promise<RecordedResponse | null> {
  const [isFree, stored] = await Promise.all([
    tryLockKey(client, seal.id),
    findResponse(client, organizationId, seal.id),
  ]);
  if (stored && stored !== 'claimed') {
    const text = seal.open(stored.sealed);
    if (text !== null) return { status: stored.status, text };
    throw new ApiError(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was sent with another request, or in another session',
    );
  }
  if (isFree && !stored) return null;
  throw new ApiError('IDEMPOTENCY_IN_PROGRESS', 'The first request with this Idempotency-Key is still running');
}
