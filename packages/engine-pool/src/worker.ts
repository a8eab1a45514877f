import { compileRuleSet, type CompiledRuleSet, type Context, type Facts } from '@tamis/engine';
import type { BatchMessage, ItemAnswer, PoolItem } from './messages.js';

/** Sets compiled in this thread; a map keeps the order of use, so the one used longest ago goes first. */
const compiled = new Map<string, CompiledRuleSet | string>();
const maxSetsKept = 256;

function keep(key: string, set: CompiledRuleSet | string): void {
  compiled.delete(key);
  compiled.set(key, set);
  const [oldest] = compiled.keys();
  if (compiled.size > maxSetsKept && oldest !== undefined) compiled.delete(oldest);
}

function load({ key, content }: BatchMessage['sets'][number]): void {
  if (compiled.has(key)) return;
  const result = compileRuleSet(content);
  keep(key, result.ok ? result.value : `rules with errors: ${result.error.map(({ ruleId }) => ruleId).join(', ')}`);
}

function answer({ key, contextJson, factsJson, run }: PoolItem): ItemAnswer {
  const set = compiled.get(key);
  if (set === undefined) return { kind: 'lacking' };
  if (typeof set === 'string') return { kind: 'invalid', message: set };
  keep(key, set);
  try {
    return {
      kind: 'outcome',
      outcome: set.evaluate(JSON.parse(contextJson) as Context, JSON.parse(factsJson) as Facts, run),
    };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** What a worker thread runs: the items of a message one after the other. */
export function evaluateBatch({ items, sets, begun }: BatchMessage): ItemAnswer[] {
  const progress = new Int32Array(begun);
  sets.forEach(load);
  return items.map((item) => {
    Atomics.add(progress, 0, 1);
    return answer(item);
  });
}
