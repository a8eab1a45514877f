import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

import type { Principal } from '../../../../platform/auth/index.js';
import { limits } from '../../../../platform/limits.js';
import { canReadWithEntities, type RecordType, targetByRecordType } from '../../evaluations/index.js';
import {
  countUnknowns,
  type Sample,
  type UnknownCounts,
  type UnknownShare,
  unknownShares,
} from '../domain/unknown-shares.js';
import { RecentRecords } from './recent-records.js';

/** A rule whose unknown causes are measured. */
export interface MeasuredRule {
  readonly recordTypes: readonly RecordType[];
  /** JSON paths that can make the rule unknown. */
  readonly paths: readonly string[];
}

/** Measures how often the newest records of an organization would make rules unknown. */
@Injectable()
export class MeasureUnknowns {
  /** Keyed by organization, type and path. */
  private readonly counts = new LRUCache<string, UnknownCounts>({ max: limits.unknownPathsKept });
  /** Samples in progress, by organization and type. */
  private readonly samples = new Map<string, Promise<Sample>>();

  constructor(private readonly recent: RecentRecords) {}

  /** Returns the shares by path. Records that the caller may not read are not examined. */
  async measure(principal: Principal, rules: readonly MeasuredRule[], now: Date): Promise<readonly UnknownShare[]> {
    const pathsByType = new Map<RecordType, Set<string>>();
    for (const { paths, recordTypes } of rules)
      for (const type of recordTypes)
        if (canReadWithEntities(principal, type))
          pathsByType.set(type, new Set([...(pathsByType.get(type) ?? []), ...paths]));
    const found = new Map<string, UnknownCounts[]>();
    // Types are processed one after another, since payments need the database connections and the CPU.
    for (const [type, paths] of pathsByType)
      for (const [path, counts] of await this.countsOf(principal.organizationId, type, [...paths], now))
        found.set(path, [...(found.get(path) ?? []), counts]);
    const all = [...new Set(rules.flatMap(({ paths }) => paths))].sort();
    return all.flatMap((path) => unknownShares(path, found.get(path) ?? []));
  }

  private async countsOf(
    organizationId: string,
    type: RecordType,
    paths: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, UnknownCounts>> {
    const counts = new Map<string, UnknownCounts>();
    for (const path of paths) {
      const name = `${organizationId} ${type} ${path}`;
      const known = this.counts.get(name);
      const isFresh = known && now.getTime() - known.asOf.getTime() < limits.fieldStatisticsMs;
      if (isFresh) counts.set(path, known);
    }
    const missing = paths.filter((path) => !counts.has(path));
    if (missing.length === 0) return counts;
    const sample = await this.sample(organizationId, type, now);
    for (const path of missing) {
      await setImmediate();
      const counted = countUnknowns(targetByRecordType[type], path, sample);
      // Empty results are not cached, so that the first records are taken into account immediately.
      if (counted.sampleSize > 0) this.counts.set(`${organizationId} ${type} ${path}`, counted);
      counts.set(path, counted);
    }
    return counts;
  }

  /** Takes a sample once for all concurrent callers. */
  private sample(organizationId: string, recordType: RecordType, now: Date): Promise<Sample> {
    const key = `${organizationId} ${recordType}`;
    const taking = this.samples.get(key) ?? this.recent.take(organizationId, recordType, now);
    this.samples.set(key, taking);
    const forget = (): boolean => this.samples.delete(key);
    taking.then(forget, forget);
    return taking;
  }
}
