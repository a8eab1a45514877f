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

/** A rule whose unknowns are looked for. */
export interface MeasuredRule {
  readonly recordTypes: readonly RecordType[];
  /** JSON paths that can make it unknown. */
  readonly paths: readonly string[];
}

/** How often the newest records of an organization would leave rules unknown. */
@Injectable()
export class MeasureUnknowns {
  /** By organization, type and path. */
  private readonly counts = new LRUCache<string, UnknownCounts>({ max: limits.unknownPathsKept });
  /** Those under way, by organization and type. */
  private readonly samples = new Map<string, Promise<Sample>>();

  constructor(private readonly recent: RecentRecords) {}

  /** By path. Records that the caller may not read are not looked at. */
  async measure(principal: Principal, rules: readonly MeasuredRule[], now: Date): Promise<readonly UnknownShare[]> {
    const pathsByType = new Map<RecordType, Set<string>>();
    for (const { paths, recordTypes } of rules)
      for (const type of recordTypes)
        if (canReadWithEntities(principal, type))
          pathsByType.set(type, new Set([...(pathsByType.get(type) ?? []), ...paths]));
    const found = new Map<string, UnknownCounts[]>();
    // One after the other: payments need the connections and the processor.
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
      // Where there are no records yet, the first are not to be waited for.
      if (counted.sampleSize > 0) this.counts.set(`${organizationId} ${type} ${path}`, counted);
      counts.set(path, counted);
    }
    return counts;
  }

  /** Taken once for all who wait for it. */
  private sample(organizationId: string, recordType: RecordType, now: Date): Promise<Sample> {
    const key = `${organizationId} ${recordType}`;
    const taking = this.samples.get(key) ?? this.recent.take(organizationId, recordType, now);
    this.samples.set(key, taking);
    const forget = (): boolean => this.samples.delete(key);
    taking.then(forget, forget);
    return taking;
  }
}
