import { compileRuleSet, type CompiledRuleSet, type RuleSetContent } from '@tamis/engine';
import { setSizeEstimate } from '../pool-limits.js';

/** Estimates the heap of a set after it was compiled and evaluated: a memory limit needs a number before the memory is used. */
function estimateSetBytes({ rules }: RuleSetContent): number {
  const { set, rule, character } = setSizeEstimate;
  return rules.reduce<number>((sum, { source }) => sum + rule + source.length * character, set);
}

/** A set, or the reason why it does not compile. */
export type CachedSet = { readonly set: CompiledRuleSet } | { readonly problem: string };

type CacheEntry = CachedSet & { readonly bytes: number };

/**
 * Sets compiled in this thread, within a memory limit. The least recently used one is evicted first. The newest is kept regardless of its
 * size.
 */
export class SetCache {
  /** In the order of use. */
  private readonly entries = new Map<string, CacheEntry>();
  private totalBytes = 0;
  private evictionCount = 0;
  private compilationCount = 0;

  constructor(private readonly maxBytes: number) {}

  get size(): number {
    return this.entries.size;
  }

  /** Estimated. */
  get bytes(): number {
    return this.totalBytes;
  }

  get evictions(): number {
    return this.evictionCount;
  }

  get compilations(): number {
    return this.compilationCount;
  }

  get(key: string): CachedSet | undefined {
    const found = this.entries.get(key);
    if (found === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, found);
    return found;
  }

  compile(key: string, content: RuleSetContent): CachedSet {
    const known = this.get(key);
    if (known) return known;
    this.compilationCount += 1;
    const previous = [...this.entries.values()].flatMap((kept) => ('set' in kept ? [kept.set] : []));
    const result = compileRuleSet(content, { previous });
    const made: CachedSet = result.ok
      ? { set: result.value }
      : { problem: `rules with errors: ${result.error.map(({ ruleId }) => ruleId).join(', ')}` };
    const bytes = estimateSetBytes(content);
    this.entries.set(key, { ...made, bytes });
    this.totalBytes += bytes;
    for (const [oldest] of this.entries) {
      if (this.totalBytes <= this.maxBytes || oldest === key) break;
      this.delete(oldest);
      this.evictionCount += 1;
    }
    return made;
  }

  delete(key: string): void {
    this.totalBytes -= this.entries.get(key)?.bytes ?? 0;
    this.entries.delete(key);
  }
}
