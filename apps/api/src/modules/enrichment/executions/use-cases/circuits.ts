import {
  BrokenCircuitError,
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  handleWhenResult,
  SamplingBreaker,
} from 'cockatiel';
import { LRUCache } from 'lru-cache';

import { enrichmentLimits } from '../domain/enrichment-limits.js';
import type { BudgetKey } from '../persistence/provider-budgets.js';

/** What a provider was asked for is of no use for so long that nobody asks it: by provider and credential. */
export class Circuits {
  private readonly policies = new LRUCache<string, CircuitBreakerPolicy>({ max: enrichmentLimits.circuit.kept });

  /** What `ask` comes to; null: the circuit is open, and nobody was asked. `isFault` says what is a fault of the provider's own. */
  async guard<T>(
    { provider, credential }: BudgetKey,
    ask: () => Promise<T>,
    isFault: (result: T) => boolean,
  ): Promise<T | null> {
    const key = `${provider} ${credential}`;
    let policy = this.policies.get(key);
    if (!policy) this.policies.set(key, (policy = newPolicy()));
    try {
      const outcome = await policy.execute(async () => {
        const result = await ask();
        return { result, isFault: isFault(result) };
      });
      return outcome.result;
    } catch (error) {
      if (error instanceof BrokenCircuitError) return null;
      throw error;
    }
  }

  /** How many are not closed, by provider; those of providers that were asked are 0 where all are closed. */
  countOpen(): Readonly<Record<string, number>> {
    const open: Record<string, number> = {};
    for (const [key, { state }] of this.policies.entries()) {
      const provider = key.slice(0, key.indexOf(' '));
      open[provider] = (open[provider] ?? 0) + Number(state !== CircuitState.Closed);
    }
    return open;
  }
}

function newPolicy(): CircuitBreakerPolicy {
  const { part, calls, windowMs, halfOpenMs } = enrichmentLimits.circuit;
  return circuitBreaker(
    handleWhenResult((outcome) => (outcome as { readonly isFault: boolean }).isFault),
    {
      halfOpenAfter: halfOpenMs,
      // Its threshold is to be crossed, ours to be reached.
      breaker: new SamplingBreaker({
        threshold: part - Number.EPSILON,
        duration: windowMs,
        minimumRps: (calls / windowMs) * 1000,
      }),
    },
  );
}
