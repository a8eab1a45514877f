import type { Facts } from '@tamis/engine';
import type { DataRead, DataReadResult } from '@tamis/lang';
import { canonicalJson } from '@tamis/stdx';

import type { Queryable } from '../../../../platform/database/index.js';
import { isListRead, ListReader, type ListReadOptions } from '../../data-lists/index.js';
import { isHistoryRead } from '../domain/history-read.js';
import { isScreeningRead, type ScreeningPort, type ScreeningReadContext } from '../domain/screening-port.js';
import { resolveHistoryReads } from '../persistence/batched-query.js';
import type { HistoryContext } from '../persistence/shared-with.js';
import { readReferenceData } from './reference-data.js';

type ReadResults = NonNullable<Facts['reads']>;

export interface ReadSources {
  readonly lists: ListReadOptions;
  /** Undefined: what is asked of records of all time is not answered. */
  readonly history: HistoryContext | undefined;
  /** Undefined: what is asked of screenings is not answered. */
  readonly screenings: ScreeningSource | undefined;
  /** What was read of reference data and screenings that was given before. */
  readonly stored: ReadResults | undefined;
}

export interface ScreeningSource {
  readonly port: ScreeningPort;
  /** As of when; null: now. */
  readonly at: Date | null;
}

/** What is read besides records and rates. What nobody can answer yet is left out, and then unknown to the rules. */
export async function resolveReads(
  client: Queryable,
  organizationId: string,
  reads: readonly DataRead[],
  { lists, history, screenings, stored = {} }: ReadSources,
): Promise<ReadResults> {
  const ofLists = reads.filter(isListRead);
  const ofHistory = history ? reads.filter(isHistoryRead) : [];
  return {
    ...indexByRead(ofLists, await new ListReader(client, organizationId, lists).resolve(ofLists)),
    ...(history && indexByRead(ofHistory, await resolveHistoryReads(client, organizationId, history, ofHistory))),
    ...(screenings && (await readScreenings({ client, organizationId }, reads, screenings, stored))),
    ...(await readReferenceData(reads, stored)),
  };
}

/** What was told before stays what it was, whatever the lists say by now. */
async function readScreenings(
  context: ScreeningReadContext,
  reads: readonly DataRead[],
  { port, at }: ScreeningSource,
  stored: ReadResults,
): Promise<ReadResults> {
  const asked = reads.filter(isScreeningRead);
  const others = asked.filter((read) => !stored[keyOf(read)]);
  const answers =
    others.length > 0
      ? await port.resolve(
          context,
          others.map((read) => ({ read, at })),
        )
      : [];
  const found = indexByRead(others, answers);
  return Object.fromEntries(asked.map((read) => [keyOf(read), stored[keyOf(read)] ?? found[keyOf(read)]!]));
}

const indexByRead = (reads: readonly DataRead[], answers: readonly DataReadResult[]): ReadResults =>
  Object.fromEntries(reads.map((read, index) => [keyOf(read), answers[index]!]));

const keyOf = (read: DataRead): string => canonicalJson({ ...read });
