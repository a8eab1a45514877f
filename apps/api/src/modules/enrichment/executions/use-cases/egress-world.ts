import { setTimeout as delay } from 'node:timers/promises';

import type { ItemProblem, ProviderRequest, ProviderResponse, ProviderWorld } from '@tamis/enrichment';
import { failure, ok, type Result } from '@tamis/stdx';

import type { Egress, EgressError, OutgoingResponse } from '../../../../platform/egress/index.js';
import type { Registers } from '../../registers/index.js';
import { decodeBody } from '../domain/source-response.js';
import { enrichmentLimits } from '../domain/enrichment-limits.js';
import { circuitOpenText, problem } from '../domain/execution.js';
import type { PartyScreening, PartyScreeningPort } from '../domain/party-screening.js';
import type { CallMetrics } from './call-metrics.js';
import type { Circuits } from './circuits.js';
import type { ProviderBudgets } from './provider-budgets.js';
import { credentialOf, type ProviderCall } from './provider-call.js';

/** One attempt: its result, whether a retry may help, and whether it counts against the provider. */
interface Attempt<T> {
  readonly result: Result<T, ItemProblem>;
  readonly isRepeatable: boolean;
  readonly isFault: boolean;
}

/** The services through which providers make calls in production. */
export interface WorldParts {
  readonly egress: Egress;
  readonly circuits: Circuits;
  readonly budgets: ProviderBudgets;
  readonly registers: Registers;
  readonly metrics: CallMetrics;
  readonly screenings: PartyScreeningPort;
}

/**
 * What a provider can do in production: call its declared hosts, within its time and rate limits, and read the organization's
 * configuration.
 */
export class EgressWorld implements ProviderWorld {
  readonly now = new Date().toISOString();
  readonly requestKey: string;
  /** The list data given to the provider; `null` if it did not ask. */
  screening: PartyScreening | null = null;
  private readonly hosts: ReadonlySet<string>;
  private readonly credential: string;

  constructor(
    private readonly call: ProviderCall,
    private readonly parts: WorldParts,
  ) {
    this.requestKey = call.executionId;
    this.credential = credentialOf(call);
    this.hosts = new Set(call.provider.reach.hosts.flatMap((host) => hostNamed(host, call.settings)));
  }

  ask(request: ProviderRequest): Promise<Result<ProviderResponse, ItemProblem>> {
    if (!URL.canParse(request.url) || !this.hosts.has(new URL(request.url).host))
      throw new Error(`${this.call.provider.code} calls a host that it does not declare`);
    return this.repeat((timeoutMs) => this.send(request, timeoutMs));
  }

  resolve(name: string, type: 'MX' | 'A'): Promise<Result<readonly string[] | null, ItemProblem>> {
    return this.repeat(async (timeoutMs) => {
      const found = await this.parts.egress.resolve(this.call.organizationId, name, type, timeoutMs);
      return found.ok ? { result: found, isRepeatable: false, isFault: false } : this.failed(found.error);
    });
  }

  lookUp(dataset: string, key: string): Promise<Result<readonly unknown[], ItemProblem>> {
    if (!this.call.provider.reach.datasets.includes(dataset))
      throw new Error(`${this.call.provider.code} reads a register that it does not declare`);
    return this.parts.registers.lookUp(dataset, key);
  }

  async screen(): Promise<Result<unknown, ItemProblem>> {
    const found = await this.parts.screenings.screen(this.call);
    if (!found.ok) return found;
    this.screening = found.value;
    return ok(found.value.raw);
  }

  setting(name: string): string | null {
    return this.call.settings[name] ?? null;
  }

  /** Repeats an attempt after exponential delays with full jitter, as long as the delay ends before the deadline. */
  private async repeat<T>(attempt: (timeoutMs: number) => Promise<Attempt<T>>): Promise<Result<T, ItemProblem>> {
    const { calls } = this.call.provider;
    for (let count = 1; ; count += 1) {
      const { result, isRepeatable } = await this.attemptOnce(attempt);
      if (result.ok || !isRepeatable || count >= calls.attempts) return result;
      const jitterMs = Math.random() * enrichmentLimits.firstPauseMs * 2 ** (count - 1);
      const pauseMs = Math.max(result.error.retryAfterMs ?? 0, jitterMs);
      if (pauseMs >= this.leftMs()) return result;
      await delay(pauseMs);
    }
  }

  private async attemptOnce<T>(attempt: (timeoutMs: number) => Promise<Attempt<T>>): Promise<Attempt<T>> {
    const { provider } = this.call;
    const budget = { provider: provider.code, credential: this.credential };
    const waitMs = await this.parts.budgets.take(budget, provider.calls.perMinute, this.leftMs());
    if (waitMs === null)
      return ended(problem('PROVIDER_RATE_LIMITED', `The rate limit of ${provider.name} is reached`));
    this.parts.metrics.observeWait(provider.code, waitMs);
    if (waitMs > 0) await delay(waitMs);
    const timeoutMs = Math.min(provider.calls.timeoutMs, this.leftMs());
    if (timeoutMs <= 0) return ended(problem('PROVIDER_TIMEOUT', `${provider.name} did not respond in time`));
    const attempted = await this.parts.circuits.guard(
      budget,
      () => attempt(timeoutMs),
      ({ isFault }) => isFault,
    );
    return attempted ?? ended(problem('PROVIDER_UNAVAILABLE', `${provider.name} ${circuitOpenText}`));
  }

  private async send(request: ProviderRequest, timeoutMs: number): Promise<Attempt<ProviderResponse>> {
    const { maxResponseBytes = enrichmentLimits.responseBytes, repeat } = this.call.provider.calls;
    const { egress } = this.parts;
    const outgoing = { ...request, timeoutMs, maxResponseBytes, keepsConnection: repeat !== 'unsafe' };
    const sent = egress.isOpenLoopback(request.url)
      ? await egress.sendToLoopback(outgoing)
      : await egress.send(this.call.organizationId, outgoing);
    return sent.ok ? this.answered(sent.value) : this.failed(sent.error);
  }

  private answered({ status, headers, body }: OutgoingResponse): Attempt<ProviderResponse> {
    const { name } = this.call.provider;
    if (status === 429) {
      const limited = problem('PROVIDER_RATE_LIMITED', `${name} refused the call because of its rate limit`);
      return repeatable({ ...limited, retryAfterMs: retryAfterMs(headers['retry-after']) }, false);
    }
    if (status === 503) return repeatable(problem('PROVIDER_UNAVAILABLE', `${name} is not available`), true);
    if (status >= 500) return repeatable(problem('PROVIDER_ERROR', `${name} responded with status ${status}`), true);
    const texts = Object.entries(headers).flatMap(([header, value]) =>
      typeof value === 'string' ? [[header, value]] : [],
    );
    const text = decodeBody(body, headers['content-type']);
    // Characters would be lost, and the organization would be charged for an incomplete name.
    if (text === null) return ended(problem('PROVIDER_ERROR', `${name} responded with bytes that are not text`));
    const response = { status, headers: Object.fromEntries(texts) as Record<string, string>, body: text };
    return { result: ok(response), isRepeatable: false, isFault: false };
  }

  private failed<T>(error: EgressError): Attempt<T> {
    const { name, calls } = this.call.provider;
    if (error === 'timeout') {
      const late = problem('PROVIDER_TIMEOUT', `${name} did not respond in time`);
      return { result: failure(late), isRepeatable: calls.repeat !== 'unsafe', isFault: true };
    }
    if (error === 'too-large') return ended(problem('PROVIDER_ERROR', `${name} sent a response that is too large`));
    if (error === 'failed')
      return {
        ...ended(problem('PROVIDER_ERROR', `${name} closed the connection during its response`)),
        isFault: true,
      };
    if (error === 'off')
      return ended(
        problem('PROVIDER_UNAVAILABLE', `${name} is not called: outgoing requests are disabled on this server`),
      );
    if (error === 'not-allowed' || error === 'sandbox')
      return ended(problem('PROVIDER_UNAVAILABLE', `The address of ${name} is not a public internet address`));
    return repeatable(problem('PROVIDER_UNAVAILABLE', `${name} cannot be reached`), true);
  }

  private leftMs(): number {
    return this.call.deadlineMs - Date.now();
  }
}

const ended = (error: ItemProblem): Attempt<never> => ({ result: failure(error), isRepeatable: false, isFault: false });

const repeatable = (error: ItemProblem, isFault: boolean): Attempt<never> => ({
  result: failure(error),
  isRepeatable: true,
  isFault,
});

/** `{baseUrl}` stands for the host in that setting. */
function hostNamed(host: string, settings: ProviderCall['settings']): readonly string[] {
  const [, setting] = /^\{(.+)\}$/.exec(host) ?? [];
  if (setting === undefined) return [host];
  const address = settings[setting];
  return address !== undefined && URL.canParse(address) ? [new URL(address).host] : [];
}

/** Parses seconds or a date according to RFC 9110. Returns 0 for anything else. */
function retryAfterMs(header: string | undefined): number {
  if (header === undefined) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
