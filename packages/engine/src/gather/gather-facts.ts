import { canonicalJson, type JsonValue } from '@tamis/stdx';
import type { EvaluationScope } from '../facts/evaluation-params.js';
import type { CompiledRuleSet } from '../evaluate/compiled-rule-set.js';
import type { SyncFactSource } from '../facts/fact-source.js';
import type { FactRequests, Facts, Context } from '../facts/facts.js';

const isUnseen = (asked: Set<string>, request: unknown): boolean => {
  const key = canonicalJson(request as JsonValue);
  if (asked.has(key)) return false;
  asked.add(key);
  return true;
};

/** Returns the requests that were not made before, and marks them as made. */
const unseenRequests = (asked: Set<string>, requests: FactRequests, unneeded: ReadonlySet<number>): FactRequests => ({
  windows: requests.windows.filter((each) => !unneeded.has(each.id) && isUnseen(asked, each)),
  reads: requests.reads.filter((each) => isUnseen(asked, each)),
  rates: requests.rates.filter((each) => isUnseen(asked, each)),
});

/** Returns the union of both. */
export const mergeFacts = (facts: Facts, more: Facts): Facts => ({
  ...facts,
  windows: { ...facts.windows, ...more.windows },
  ...(facts.recordIds || more.recordIds ? { recordIds: { ...facts.recordIds, ...more.recordIds } } : {}),
  ...(facts.totals || more.totals ? { totals: { ...facts.totals, ...more.totals } } : {}),
  reads: { ...facts.reads, ...more.reads },
  ...(more.rates ? { rates: more.rates } : {}),
});

const emptyFacts: Facts = { windows: {} };
const noWindows: ReadonlySet<number> = new Set();

/** What is known before facts are requested: existing facts, and the requests they came from. */
export interface KnownFacts {
  readonly facts: Facts;
  readonly requests: FactRequests;
}

/**
 * Requests everything that the facts of an evaluation lead to, until nothing new is required: yields requests, receives the facts of a
 * `FactSource` for them, and returns all facts. No request is made twice.
 */
export function* requestMoreFacts(
  set: CompiledRuleSet,
  context: Context,
  run: EvaluationScope,
  { facts: first, requests }: KnownFacts,
  unneeded: ReadonlySet<number> = noWindows,
): Generator<FactRequests, Facts, Facts> {
  const asked = new Set<string>();
  unseenRequests(asked, requests, unneeded);
  let facts = first;
  for (;;) {
    const fresh = unseenRequests(asked, set.requests(context, run, facts), unneeded);
    if (fresh.windows.length + fresh.reads.length + fresh.rates.length === 0) return facts;
    facts = mergeFacts(facts, yield fresh);
  }
}

/**
 * Requests everything an evaluation reads, like `requestMoreFacts`. `given` is what is already known; `unneeded` lists windows whose rows
 * are not read.
 */
export function* requestFacts(
  set: CompiledRuleSet,
  context: Context,
  run: EvaluationScope,
  given: Facts = emptyFacts,
  unneeded: ReadonlySet<number> = noWindows,
): Generator<FactRequests, Facts, Facts> {
  const requests = unseenRequests(new Set(), set.requests(context, run), unneeded);
  const facts = mergeFacts(given, yield requests);
  return yield* requestMoreFacts(set, context, run, { facts, requests }, unneeded);
}

/** What is still to be requested if some facts are known. */
export interface ReusedFacts {
  /** Windows are keyed by the ids of the new requests. */
  readonly facts: Facts;
  readonly missing: FactRequests;
}

/**
 * Identifies a window by its content, regardless of the id in the plan. Requests of both plans are built by the same code, so their members
 * have the same order.
 */
const windowKey = (window: FactRequests['windows'][number]): string => JSON.stringify({ ...window, id: 0 });

/**
 * Returns which facts read for one set of requests can be reused for another: most rules that are tried out request what was requested
 * before.
 */
export function reuseFacts({ facts, requests }: KnownFacts, wanted: FactRequests): ReusedFacts {
  const ids = new Map(requests.windows.map((window) => [windowKey(window), window.id]));
  const windows: Record<number, Facts['windows'][number]> = {};
  const recordIds: Record<number, readonly string[]> = {};
  const missing = wanted.windows.filter((window) => {
    const known = ids.get(windowKey(window));
    const rows = known === undefined ? undefined : facts.windows[known];
    if (known === undefined || !rows) return true;
    windows[window.id] = rows;
    const shown = facts.recordIds?.[known];
    if (shown) recordIds[window.id] = shown;
    return false;
  });
  const pairs = new Set(requests.rates.map((each) => canonicalJson({ ...each })));
  const isEveryRateKnown = wanted.rates.every((each) => pairs.has(canonicalJson({ ...each })));
  const { rates, ...others } = facts;
  return {
    facts: { ...others, ...(isEveryRateKnown && rates && { rates }), windows, recordIds },
    missing: {
      windows: missing,
      reads: wanted.reads.filter((each) => facts.reads?.[canonicalJson(each as unknown as JsonValue)] === undefined),
      // A rate table covers everything that was requested, so it is only reused as a whole.
      rates: isEveryRateKnown ? [] : wanted.rates,
    },
  };
}

/** Returns the facts provided by a synchronous source. */
export function resolveRequests(
  steps: Generator<FactRequests, Facts, Facts>,
  source: SyncFactSource,
  now: number,
): Facts {
  let step = steps.next();
  while (!step.done) step = steps.next(source.gather(step.value, now));
  return step.value;
}

/**
 * Gathers everything an evaluation reads from a synchronous source, with windows as rows, so that the facts can be stored, sent and
 * explained.
 */
export const gatherFacts = (
  set: CompiledRuleSet,
  context: Context,
  run: EvaluationScope,
  source: SyncFactSource,
): Facts => resolveRequests(requestFacts(set, context, run), source, run.now);

/**
 * Like `gatherFacts`, with aggregates folded by the source if possible: the outcomes are the same, without a row for every record. For
 * replays and dry runs.
 */
export function foldFacts(set: CompiledRuleSet, context: Context, run: EvaluationScope, source: SyncFactSource): Facts {
  if (!source.fold) return gatherFacts(set, context, run, source);
  const { requests, windows } = set.aggregates(context, run);
  const given = { windows: {}, aggregates: source.fold(requests, run.now) };
  return resolveRequests(requestFacts(set, context, run, given, windows), source, run.now);
}
