import { setTimeout as delay } from 'node:timers/promises';

import { Injectable, Logger } from '@nestjs/common';
import {
  type Asked,
  fillParameters,
  type ItemProblem,
  mockRun,
  type NormalizedPart,
  type Provider,
  simulationOf,
  subjectProblem,
} from '@tamis/enrichment';
import { failure, ok, type Result } from '@tamis/stdx';

import type { Requester } from '../../../../platform/auth/index.js';
import { newId, type Transaction } from '../../../../platform/database/index.js';
import { Egress } from '../../../../platform/egress/index.js';
import { limits } from '../../../../platform/limits.js';
import { Registers } from '../../registers/index.js';
import { problem } from '../domain/execution.js';
import { isNestedDeeper } from '../domain/source-response.js';
import { PartyScreeningPort } from '../domain/party-screening.js';
import { CallMetrics } from './call-metrics.js';
import { Circuits } from './circuits.js';
import { EgressWorld } from './egress-world.js';
import { ProviderBudgets } from './provider-budgets.js';
import type { ProviderCall } from './provider-call.js';

/** The result of a provider. */
export interface Delivered {
  readonly raw: unknown;
  readonly part: NormalizedPart;
  readonly fetchedAt: Date;
  /** Stores further data in the transaction that settles the result, and returns the final result. Absent if there is none. */
  readonly complete?: (client: Transaction, requester: Requester) => Promise<Result<Delivered, ItemProblem>>;
}

/** Calls a provider: in production through egress, in a sandbox using its recordings. No database transaction is open meanwhile. */
@Injectable()
export class AskProvider {
  private readonly logger = new Logger('enrichments');
  private readonly circuits = new Circuits();

  constructor(
    private readonly egress: Egress,
    private readonly budgets: ProviderBudgets,
    private readonly registers: Registers,
    private readonly metrics: CallMetrics,
    private readonly screenings: PartyScreeningPort,
  ) {
    metrics.showCircuits(() => this.circuits.countOpen());
  }

  /** Calls the provider. Never rejects. */
  async ask(call: ProviderCall): Promise<Result<Delivered, ItemProblem>> {
    const startedMs = performance.now();
    const result = await this.tryToDeliver(call);
    const outcome = result.ok ? 'delivered' : result.error.code;
    const durationMs = performance.now() - startedMs;
    if (!call.isSandbox) this.metrics.observeCall({ provider: call.provider.code, outcome, durationMs });
    return result;
  }

  private async tryToDeliver(call: ProviderCall): Promise<Result<Delivered, ItemProblem>> {
    try {
      return await this.deliver(call);
    } catch (error) {
      const errorId = newId();
      this.logger.error(`calling ${call.provider.code} failed, error ${errorId}: ${placeOf(error)}`);
      return failure(problem('INTERNAL_ERROR', `An internal error occurred: error ${errorId}`));
    }
  }

  private async deliver(call: ProviderCall): Promise<Result<Delivered, ItemProblem>> {
    const { provider } = call;
    const asked = { ...call.asked, parameters: fillParameters(provider, call.asked.parameters) };
    const { egress, budgets, circuits, registers, metrics, screenings } = this;
    const world = new EgressWorld(call, { egress, budgets, circuits, registers, metrics, screenings });
    const raw = await (call.isSandbox ? runInSandbox(call, asked, world) : provider.run(asked, world));
    if (!raw.ok) return raw;
    if (isNestedDeeper(raw.value, limits.jsonDepth))
      return failure(problem('PROVIDER_ERROR', `${provider.name} sent a response that is nested too deeply`));
    const mismatch = subjectProblem(provider, raw.value, asked);
    if (mismatch) return failure(mismatch);
    const delivered = deliveredAs(provider, raw.value, asked);
    const store = world.screening?.store;
    if (!delivered.ok || !store) return delivered;
    const complete: Delivered['complete'] = async (client, requester) => {
      const stored = await store(client, requester);
      return stored === null
        ? failure(problem('CANCELLED', 'The entity was changed in the meantime; send the request again'))
        : deliveredAs(provider, stored, asked);
    };
    return ok({ ...delivered.value, complete });
  }
}

function deliveredAs(provider: Provider, raw: unknown, asked: Asked): Result<Delivered, ItemProblem> {
  const part = provider.normalize(raw, asked);
  return part.ok ? ok({ raw, part: part.value, fetchedAt: new Date() }) : part;
}

/**
 * Fails as requested by the test parameters. Otherwise runs providers that need no external calls, and returns a recording for all others.
 */
async function runInSandbox(
  call: ProviderCall,
  asked: Asked,
  world: EgressWorld,
): Promise<Result<unknown, ItemProblem>> {
  const { code, latencyMs } = simulationOf(call.asked);
  if (latencyMs > 0) await delay(latencyMs);
  if (call.provider.runsInSandbox && code === null) return call.provider.run(asked, world);
  return mockRun(call.provider, asked, new Date().toISOString(), code);
}

/** Returns where an error was thrown, without its message, which may contain data of a source. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return [error.name, ...frames].join('\n');
}
