import { createHash } from 'node:crypto';
import type { RuleSetContent } from '@tamis/engine';
import { canonicalJson, type JsonValue } from '@tamis/stdx';

/** A rule set that evaluations refer to. Evaluations in progress hold it, regardless of its registration. */
export interface RegisteredSet {
  readonly key: string;
  readonly content: RuleSetContent;
}

/** The rule sets of a pool by key. */
export class RuleSetRegistry {
  private readonly sets = new Map<string, RegisteredSet>();

  get size(): number {
    return this.sets.size;
  }

  add(content: RuleSetContent): RegisteredSet {
    const key = createHash('sha256')
      .update(canonicalJson(content as unknown as JsonValue))
      .digest('hex');
    const known = this.sets.get(key);
    if (known) return known;
    const set = { key, content };
    this.sets.set(key, set);
    return set;
  }

  get(key: string): RegisteredSet | undefined {
    return this.sets.get(key);
  }

  remove(key: string): boolean {
    return this.sets.delete(key);
  }

  values(): Iterable<RegisteredSet> {
    return this.sets.values();
  }
}
