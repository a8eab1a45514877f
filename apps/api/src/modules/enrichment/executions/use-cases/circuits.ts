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

/** Circuit breakers by provider and credential: a provider that keeps failing is not called for a while. */
export class Circuits {
  private readonly policies = new LRUCache<string, CircuitBreakerPolicy>({ max: enrichmentLimits.circuit.kept });

  /**
   * Returns the result of `ask`; `null` if the circuit is open and no call was made. `isFault` determines whether a result is the
   * provider's own fault.
   */
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

  /** Returns the number of circuits that are not closed, by provider. Providers that were called are included with 0 if all are closed. */
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
      // The library's threshold must be exceeded, ours only reached.
      breaker: new SamplingBreaker({
        threshold: part - Number.EPSILON,
        duration: windowMs,
        minimumRps: (calls / windowMs) * 1000,
      }),
    },
  );
}
