import { canonicalJson, type JsonValue } from '@tamis/stdx';
import type { RunScope } from '../evaluate/run.js';
import type { CompiledRuleSet, Context } from '../rule-set/compiled-rule-set.js';
import type { FactRequests, Facts } from './facts.js';
import type { FactSource } from './in-memory-facts.js';

const isNew = (asked: Set<string>, request: unknown): boolean => {
  const key = canonicalJson(request as JsonValue);
  if (asked.has(key)) return false;
  asked.add(key);
  return true;
};

const merged = (facts: Facts, more: Facts): Facts => ({
  windows: { ...facts.windows, ...more.windows },
  reads: { ...facts.reads, ...more.reads },
  ...(more.rates ? { rates: more.rates } : facts.rates ? { rates: facts.rates } : {}),
});

/** Everything a run reads: asks until nothing new is needed, since one fact may lead to the next. */
export function gatherFacts(set: CompiledRuleSet, context: Context, run: RunScope, source: FactSource): Facts {
  const asked = new Set<string>();
  let requests: FactRequests = set.requests(context, run);
  let facts: Facts | null = null;
  for (;;) {
    const { windows, reads, rates } = requests;
    const fresh = {
      windows: windows.filter((each) => isNew(asked, each)),
      reads: reads.filter((each) => isNew(asked, each)),
      rates: rates.filter((each) => isNew(asked, each)),
    };
    const count = fresh.windows.length + fresh.reads.length + fresh.rates.length;
    if (facts && count === 0) return facts;
    facts = merged(facts ?? { windows: {} }, source.gather(fresh, run.now));
    requests = set.requests(context, run, facts);
  }
}
