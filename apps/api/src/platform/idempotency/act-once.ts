import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/index.js';
import { TenantDatabase, type TransactionClient } from '../database/index.js';
import { ApiError } from '../http/index.js';
import { findAnswer, reserveKey, storeAnswer } from './answer-store.js';
import { AnswerSeal, type RepeatableRequest } from './sealed-answer.js';

/** Lets a number of runs go on at once; the others wait in order of arrival. */
class Slots {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface GivenAnswer extends Answer {
  /** Whether it is the answer of an earlier request. */
  readonly isReplay: boolean;
}

/**
 * Runs a request once however often it is sent. The key, all that the request does and its answer are one transaction: a crash at
 * any moment leaves either everything or nothing, and a free key.
 */
@Injectable()
export class ActOnce {
  private readonly slots: Slots;

  constructor(
    private readonly database: TenantDatabase,
    config: AppConfig,
  ) {
    // These requests hold a connection while they wait for others, who must find one too.
    this.slots = new Slots(Math.max(1, Math.floor(config.databasePoolSize / 2)));
  }

  /**
   * @param act does what is asked; throws what is no answer to keep, and then nothing is kept
   * @param answerOf the answer to an error that `act` threw, null: it is not to be kept
   */
  run(
    request: RepeatableRequest,
    act: () => Promise<Answer>,
    answerOf: (thrown: unknown) => Answer | null,
  ): Promise<GivenAnswer> {
    const seal = new AnswerSeal(request);
    const { organizationId } = request;
    return this.slots.run(() =>
      this.database.whole(organizationId, async (client, part) => {
        const before = await earlierAnswer(client, organizationId, seal);
        if (before) return { ...before, isReplay: true };
        const answer = await part(act).catch((thrown: unknown) => {
          const refused = answerOf(thrown);
          if (refused === null) throw thrown;
          return refused;
        });
        await storeAnswer(client, organizationId, seal.id, { status: answer.status, sealed: seal.seal(answer.text) });
        return { ...answer, isReplay: false };
      }),
    );
  }
}

async function earlierAnswer(
  client: TransactionClient,
  organizationId: string,
  seal: AnswerSeal,
): Promise<Answer | null> {
  const [isFree, stored] = await Promise.all([
    reserveKey(client, seal.id),
    findAnswer(client, organizationId, seal.id),
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
