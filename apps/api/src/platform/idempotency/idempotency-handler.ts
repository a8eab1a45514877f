import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Principal, sessionTokenOf } from '../auth/index.js';
import {
  responseText,
  errorText,
  jsonType,
  memberText,
  mergeObjects,
  PreparedResponseException,
  toApiError,
  invalid,
} from '../http/index.js';
import { IdempotentExecutor, type RecordedResponse, type IdempotentResponse } from './idempotent-executor.js';
import { LastStep } from './last-step.js';
import { IdempotentRequest } from './idempotent-request.js';
import type { RequestIdentity } from './response-seal.js';
import type { IncomingHttpHeaders } from 'node:http';
import { limits } from '../limits.js';

const names = ['idempotency-key', 'x-idempotency-key'] as const;
const acceptable = new RegExp(`^[\\x21-\\x7e]{1,${limits.idempotencyKeyCharacters}}$`);

/** The caller's `Idempotency-Key` or `X-Idempotency-Key`, null when there is none; throws a 400 for one that is not valid. */
function idempotencyKeyOf(headers: IncomingHttpHeaders): string | null {
  const given = names.flatMap((name) => headers[name] ?? []);
  const [key] = given;
  if (key === undefined) return null;
  if (given.some((other) => other !== key)) throw invalid({ 'Idempotency-Key': 'is sent twice, with two values' });
  if (acceptable.test(key)) return key;
  throw invalid({
    'Idempotency-Key': `must be 1 to ${limits.idempotencyKeyCharacters} printable ASCII characters without spaces`,
  });
}

/** How a route keeps the key of a request and its answer. */
export type KeyKeeping = 'own-transaction' | 'claim' | 'together';

/** A request, and the status of the answer to it where it succeeds. */
export interface RouteCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly status: number;
  /** Who calls a route that needs no credential. */
  readonly callerOf?: IdentifyCaller;
}

export type RequestCaller = Pick<RequestIdentity, 'organizationId' | 'caller' | 'credential'>;

/** Who a caller without a credential says they are, by what their request holds; null: nobody who could be known again. */
export type IdentifyCaller = (request: FastifyRequest) => RequestCaller | null;

/**
 * Statuses of answers that say how the records stood. Other errors say that nothing was run, so their key stays free: after a top-up what
 * was refused with 402 is sent again with it.
 */
const replayableStatuses: ReadonlySet<number> = new Set([404, 409, 422]);

/** Nor was anything run where others are under way: what was refused for them is sent again with its key when they have ended. */
const codesOfOthers: ReadonlySet<string> = new Set(['JOB_IN_PROGRESS', 'JOB_ALREADY_WAITING', 'TOO_MANY_DRY_RUNS']);

/** Gives a request that is sent again with its `Idempotency-Key` the answer of the first. */
@Injectable()
export class IdempotencyHandler {
  constructor(private readonly executor: IdempotentExecutor) {}

  /**
   * @param handle what a route does; without a key its result is answered as it is, otherwise as the text that is kept
   * @param way how it keeps the key: with `own-transaction` in one around `handle`; with `claim` in none, as it waits for others than the
   *   database, told of the key that it may keep with what it does; with `together`, told of a key, `handle` keeps the answer itself, with what it does for others in the same database transaction;
   *   rejected then, it has done nothing, and is asked again without
   */
  async handle(
    answering: RouteCall,
    handle: (key?: IdempotentRequest) => Promise<unknown>,
    way: KeyKeeping,
  ): Promise<unknown> {
    const { request, status } = answering;
    const asked = requestIdentityOf(answering);
    if (!asked) {
      const done = await handle();
      return done instanceof LastStep ? done.act() : done;
    }
    const kept = way === 'together' ? await handle(new IdempotentRequest(asked, status)).catch(() => null) : null;
    if (kept === null && way === 'claim') {
      const key = new IdempotentRequest(asked, status);
      return this.handleOnce(answering, asked, () => handle(key), true);
    }
    if (kept === null) return this.handleOnce(answering, asked, handle, false);
    return applyResponse(answering, { status, text: responseText(kept, request), isReplay: false });
  }

  private async handleOnce(
    answering: RouteCall,
    asked: RequestIdentity,
    handle: () => Promise<unknown>,
    isClaimed: boolean,
  ): Promise<string> {
    const { request, reply } = answering;
    const recorded = (answer: unknown): RecordedResponse => ({
      status: reply.statusCode,
      text: responseText(answer, request),
    });
    const act = async (): Promise<RecordedResponse | LastStep<RecordedResponse>> => {
      const done = await handle();
      return done instanceof LastStep ? new LastStep(async () => recorded(await done.act())) : recorded(done);
    };
    const answerOf = (thrown: unknown): RecordedResponse | null => {
      // Nor is anything kept for strangers: a caller that was not checked yet may be anybody.
      if (!request.principal) return null;
      const error = toApiError(thrown);
      if (!replayableStatuses.has(error.status) || codesOfOthers.has(error.code)) return null;
      return { status: error.status, text: errorText(error, request) };
    };
    const work = { act, answerOf };
    const answered = isClaimed ? this.executor.executeClaimed(asked, work) : this.executor.executeOnce(asked, work);
    return applyResponse(answering, await answered);
  }
}

/** Null where no key was sent, or where nobody is known who could send it again. */
function requestIdentityOf({ request, callerOf }: RouteCall): RequestIdentity | null {
  const caller = request.principal ? callerOfPrincipal(request, request.principal) : callerOf?.(request);
  if (!caller) return null;
  const key = idempotencyKeyOf(request.headers);
  if (key === null) return null;
  const { method, url, bodyDigest, rawBody } = request;
  return { ...caller, idempotencyKey: key, method, url, body: bodyDigest ?? rawBody ?? '' };
}

const callerOfPrincipal = (request: FastifyRequest, { organizationId, actor }: Principal): RequestCaller => ({
  organizationId,
  caller: `${actor.type} ${actor.id}`,
  credential: request.headers.authorization ?? sessionTokenOf(request) ?? '',
});

function applyResponse({ reply }: RouteCall, answer: IdempotentResponse): string {
  void reply.header('content-type', jsonType);
  if (answer.isReplay) void reply.header('idempotency-replayed', 'true');
  const text = answer.isReplay ? replayedText(answer.text) : answer.text;
  if (answer.status !== reply.statusCode) throw new PreparedResponseException(answer.status, text);
  return text;
}

const oldEvaluation = JSON.stringify({ rulesResult: { isNewEvaluation: false } });

/** The answer as it was; where it has a run of rules, it says that this is the run of the first request. */
const replayedText = (text: string): string =>
  memberText(text, 'rulesResult')?.startsWith('{') ? mergeObjects(text, oldEvaluation, 'deep') : text;
