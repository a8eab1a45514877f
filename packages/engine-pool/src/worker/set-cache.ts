import { compileRuleSet, type CompiledRuleSet, type RuleSetContent } from '@tamis/engine';
import { setSizeEstimate } from '../pool-limits.js';

/** Heap of a set once it is compiled and has run: a bound on memory needs a number before the memory is taken. */
function estimateSetBytes({ rules }: RuleSetContent): number {
  const { set, rule, character } = setSizeEstimate;
  return rules.reduce<number>((sum, { source }) => sum + rule + source.length * character, set);
}

/** A set, or why it does not compile. */
export type CachedSet = { readonly set: CompiledRuleSet } | { readonly problem: string };

type Kept = CachedSet & { readonly bytes: number };

/** Sets compiled in this thread, within a bound of memory: the one used longest ago goes first. The newest stays, however large. */
export class SetCache {
  /** In the order of use. */
  private readonly kept = new Map<string, Kept>();
  private held = 0;
  private evicted = 0;
  private compiled = 0;

  constructor(private readonly maxBytes: number) {}

  get size(): number {
    return this.kept.size;
  }

  /** Estimated. */
  get bytes(): number {
    return this.held;
  }

  get evictions(): number {
    return this.evicted;
  }

  get compilations(): number {
    return this.compiled;
  }

  get(key: string): CachedSet | undefined {
    const found = this.kept.get(key);
    if (found === undefined) return undefined;
    this.kept.delete(key);
    this.kept.set(key, found);
    return found;
  }

  compile(key: string, content: RuleSetContent): CachedSet {
    const known = this.get(key);
    if (known) return known;
    this.compiled += 1;
    const previous = [...this.kept.values()].flatMap((kept) => ('set' in kept ? [kept.set] : []));
    const result = compileRuleSet(content, { previous });
    const made: CachedSet = result.ok
      ? { set: result.value }
      : { problem: `rules with errors: ${result.error.map(({ ruleId }) => ruleId).join(', ')}` };
    const bytes = estimateSetBytes(content);
    this.kept.set(key, { ...made, bytes });
    this.held += bytes;
    for (const [oldest] of this.kept) {
      if (this.held <= this.maxBytes || oldest === key) break;
      this.forget(oldest);
      this.evicted += 1;
    }
    return made;
  }

  forget(key: string): void {
    this.held -= this.kept.get(key)?.bytes ?? 0;
    this.kept.delete(key);
  }
}
