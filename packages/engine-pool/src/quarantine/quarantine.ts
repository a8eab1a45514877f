import type { RuleContent } from '@tamis/engine';
import { poolLimits } from '../pool-limits.js';
import type { RegisteredSet } from '../rule-set-registry.js';

/** Why a set is rejected. */
export interface QuarantineEntry {
  /** `null` if it is not known which rule it is. */
  readonly ruleId: string | null;
  readonly deaths: number;
  readonly reason: string;
}

interface DeathRecord {
  times: number[];
  /** The last rule that was known to be the cause. */
  rule: RuleContent | null;
  reason: string;
}

/** The same rule is also fatal in other sets. */
const ruleFingerprint = ({ ruleId, source }: RuleContent): string => `${ruleId} ${source}`;

/** Records which sets and rules killed workers, and quarantines those that killed several. Times are milliseconds of one clock. */
export class Quarantine {
  private readonly deaths = new Map<string, DeathRecord>();
  private readonly sets = new Map<string, QuarantineEntry>();
  private readonly rules = new Map<string, QuarantineEntry>();

  /** Returns `null` if the set is not rejected. */
  entryOf({ key, content }: RegisteredSet): QuarantineEntry | null {
    const entry = this.sets.get(key);
    if (entry) return entry;
    if (this.rules.size === 0) return null;
    const rule = content.rules.find((each) => this.rules.has(ruleFingerprint(each)));
    return rule ? (this.rules.get(ruleFingerprint(rule)) ?? null) : null;
  }

  /** Whether the set has killed a worker recently. It is then monitored rule by rule. */
  isSuspect(key: string, nowMs: number): boolean {
    return this.deaths.size > 0 && this.recentDeaths(key, nowMs) !== null;
  }

  /** Records that a worker died while it evaluated or compiled the set. If the result is not `null`, the set is rejected from now on. */
  recordDeath(set: RegisteredSet, rule: RuleContent | null, reason: string, nowMs: number): QuarantineEntry | null {
    const ofSet = this.addDeath(set.key, rule, reason, nowMs);
    const ofRule = rule && this.addDeath(ruleFingerprint(rule), rule, reason, nowMs);
    const deaths = Math.max(ofSet.times.length, ofRule?.times.length ?? 0);
    if (deaths < poolLimits.deathsPerSet || this.entryOf(set)) return null;
    const blamed = ofSet.rule;
    const entry = { ruleId: blamed?.ruleId ?? null, deaths, reason };
    if (blamed) this.rules.set(ruleFingerprint(blamed), entry);
    this.sets.set(set.key, entry);
    return entry;
  }

  /** Clears the history of the set and of the rule for which it was rejected. Returns false if it was not rejected. */
  release(set: RegisteredSet): boolean {
    if (!this.entryOf(set)) return false;
    for (const name of [set.key, ...set.content.rules.map(ruleFingerprint)]) {
      this.sets.delete(name);
      this.rules.delete(name);
      this.deaths.delete(name);
    }
    return true;
  }

  /** Forgets a set that is no longer used. The history of its rules is kept. */
  forget(key: string): void {
    this.sets.delete(key);
    this.deaths.delete(key);
  }

  private addDeath(name: string, rule: RuleContent | null, reason: string, nowMs: number): DeathRecord {
    const known = this.recentDeaths(name, nowMs) ?? { times: [], rule: null, reason };
    known.times.push(nowMs);
    known.rule = rule ?? known.rule;
    known.reason = reason;
    this.deaths.set(name, known);
    return known;
  }

  private recentDeaths(name: string, nowMs: number): DeathRecord | null {
    const known = this.deaths.get(name);
    if (!known) return null;
    known.times = known.times.filter((time) => nowMs - time < poolLimits.deathMemoryMs);
    if (known.times.length > 0) return known;
    this.deaths.delete(name);
    return null;
  }
}
