import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/index.js';
import { newId, TenantDatabase, type Transaction } from '../database/index.js';
import { ApiError } from '../http/index.js';
import { LastStep } from './last-step.js';
import { limits } from '../limits.js';
import { PeriodicTask } from '../periodic-task.js';
import {
  storeClaimedResponse,
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

/** Limits the number of concurrent executions. The others wait in order of arrival. */
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
  /** Whether this is the response to an earlier request. */
  readonly isReplay: boolean;
}

/** What a request does, and how its response is stored. */
export interface RequestWork {
  /** Performs the request. If it throws an error that is not to be stored as a response, nothing is stored. */
  readonly act: () => Promise<RecordedResponse | LastStep<RecordedResponse>>;
  /** Returns the response for an error that `act` threw, or `null` if it is not to be stored. */
  readonly answerOf: (thrown: unknown) => RecordedResponse | null;
}

/** Executes a request once, however often it is sent. */
@Injectable()
export class IdempotentExecutor {
  private readonly semaphore: Semaphore;

  constructor(
    private readonly database: TenantDatabase,
    config: AppConfig,
  ) {
    // These requests hold a database connection while they wait for others, which need to find one as well.
    this.semaphore = new Semaphore(Math.max(1, Math.floor(config.databasePoolSize / 2)));
  }

  /**
   * Stores the key, all effects of the request and its response in one transaction: a crash at any moment leaves either everything, or
   * nothing and a free key.
   */
  executeOnce(request: RequestIdentity, work: RequestWork): Promise<IdempotentResponse> {
    const seal = new ResponseSeal(request);
    const { organizationId } = request;
    return this.semaphore.withPermit(() =>
      this.database.runAtomically(organizationId, async (transaction) => {
        const before = await findRecordedResponse(transaction, organizationId, seal);
        if (before) return { ...before, isReplay: true };
        const answer = await transaction
          .savepoint(organizationId, () => actWholly(work))
          .catch((thrown: unknown) => responseOrThrow(work, thrown));
        await storeResponse(transaction, organizationId, seal.id, sealedResponse(seal, answer));
        return { ...answer, isReplay: false };
      }),
    );
  }

  /**
   * Does the same for a request that waits for something other than the database: the key is claimed and committed, the request uses
   * transactions of its own, and its response replaces the claim. After a crash, the key becomes free when the claim expires, and a
   * repeated request does everything again, except for its last step, which shares a transaction with the response.
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
    return { ...(await this.runClaimed(claim, seal, work)), isReplay: false };
  }

  private async runClaimed(claim: KeyClaim, seal: ResponseSeal, work: RequestWork): Promise<RecordedResponse> {
    const client = this.database.forOrganization(claim.organizationId);
    const renewing = new PeriodicTask('idempotency', 'renewing a claim failed', limits.idempotencyBeatMs, () =>
      renewClaim(client, claim, limits.idempotencyLeaseMs),
    );
    renewing.start();
    try {
      const done = await work.act().catch((thrown: unknown) => responseOrThrow(work, thrown));
      if (done instanceof LastStep) return await this.finishClaimed(claim, seal, { ...work, act: done.act });
      await storeClaimedResponse(client, claim, sealedResponse(seal, done));
      return done;
    } catch (error) {
      // If the claim cannot be released either, it expires by itself.
      await releaseClaim(client, claim).catch(() => undefined);
      throw error;
    } finally {
      await renewing.stop();
    }
  }

  private finishClaimed(
    claim: KeyClaim,
    seal: ResponseSeal,
    { act, answerOf }: RequestWork & { readonly act: () => Promise<RecordedResponse> },
  ): Promise<RecordedResponse> {
    const { organizationId } = claim;
    return this.database.runAtomically(organizationId, async (transaction) => {
      const answer = await transaction
        .savepoint(organizationId, act)
        .catch((thrown: unknown) => responseOrThrow({ answerOf }, thrown));
      if (await storeClaimedResponse(transaction, claim, sealedResponse(seal, answer))) return answer;
      // The last step is rolled back: the request that now holds the key performs it.
      throw new ApiError('IDEMPOTENCY_IN_PROGRESS', 'Another request with this Idempotency-Key has taken over');
    });
  }
}

async function actWholly({ act }: RequestWork): Promise<RecordedResponse> {
  const done = await act();
  return done instanceof LastStep ? done.act() : done;
}

function responseOrThrow({ answerOf }: Pick<RequestWork, 'answerOf'>, thrown: unknown): RecordedResponse {
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
      'This Idempotency-Key was used for another request, or in another session',
    );
  }
  if (isFree && !stored) return null;
  throw new ApiError('IDEMPOTENCY_IN_PROGRESS', 'The first request with this Idempotency-Key is still running');
}
