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

/** Returns the caller's `Idempotency-Key` or `X-Idempotency-Key`, or `null` if there is none. Throws 400 if it is not valid. */
function idempotencyKeyOf(headers: IncomingHttpHeaders): string | null {
  const given = names.flatMap((name) => headers[name] ?? []);
  const [key] = given;
  if (key === undefined) return null;
  if (given.some((other) => other !== key))
    throw invalid({ 'Idempotency-Key': 'was sent twice with different values' });
  if (acceptable.test(key)) return key;
  throw invalid({
    'Idempotency-Key': `must be 1 to ${limits.idempotencyKeyCharacters} printable ASCII characters without spaces`,
  });
}

/** How a route stores the idempotency key of a request and its response. */
export type KeyKeeping = 'own-transaction' | 'claim' | 'together';

/** A request, and the status of its response if it succeeds. */
export interface RouteCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly status: number;
  /** Identifies the caller of a route that requires no credential. */
  readonly callerOf?: IdentifyCaller;
}

export type RequestCaller = Pick<RequestIdentity, 'organizationId' | 'caller' | 'credential'>;

/** Identifies a caller without a credential by the content of the request; `null` if the caller could not be recognized again. */
export type IdentifyCaller = (request: FastifyRequest) => RequestCaller | null;

/**
 * Statuses of error responses that describe the state of the records. Other errors mean that nothing was done, so their key stays free: a
 * request refused with 402 can be sent again with its key after a top-up.
 */
const replayableStatuses: ReadonlySet<number> = new Set([404, 409, 422]);

/**
 * Nothing was done either if other jobs are in progress: a request refused for that reason can be sent again with its key when they have
 * ended.
 */
const codesOfOthers: ReadonlySet<string> = new Set(['JOB_IN_PROGRESS', 'JOB_ALREADY_WAITING', 'TOO_MANY_DRY_RUNS']);

/** Answers a request that is repeated with its `Idempotency-Key` with the response to the first one. */
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
      // Error responses are not stored for unauthenticated callers, who may be anyone.
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

/** Returns `null` if no key was sent, or if the caller could not be recognized again. */
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

/** Returns the stored response. If it contains an evaluation, it is marked as the evaluation of the first request. */
const replayedText = (text: string): string =>
  memberText(text, 'rulesResult')?.startsWith('{') ? mergeObjects(text, oldEvaluation, 'deep') : text;
