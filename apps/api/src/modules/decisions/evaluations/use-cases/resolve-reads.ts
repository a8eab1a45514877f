import type { Facts, CompiledRuleSet } from '@tamis/engine';
import type { DataRead, DataReadResult } from '@tamis/lang';
import { canonicalJson } from '@tamis/stdx';
import type { Queryable } from '../../../../platform/database/index.js';
import { RawJson } from '../../../../platform/http/index.js';
import { isListRead, ListReader, type ListReadOptions } from '../../data-lists/index.js';
import { findKnownEnrichments } from '../../enrichment-data/index.js';
import { findKnownOwnership } from '../../ownership-data/index.js';
import type { LoadedRuleSet } from '../../rule-sets/index.js';
import { enrichmentNeedsOf } from '../domain/enrichment-needs.js';
import type { EntityParts, EvaluationSubject } from '../domain/evaluation-subject.js';
import type { PartNeeds } from '../domain/part-needs.js';
import { findAccounts } from '../persistence/facts-query.js';
import { isHistoryRead } from '../domain/history-read.js';
import { isScreeningRead, type ScreeningPort, type ScreeningReadContext } from '../domain/screening-port.js';
import { resolveHistoryReads } from '../persistence/batched-query.js';
import type { HistoryContext } from '../persistence/shared-with.js';
import { Logger } from '@nestjs/common';
import { ReferenceData } from '@tamis/lookup-tables';

type ReadResults = NonNullable<Facts['reads']>;

export interface ReadSources {
  readonly lists: ListReadOptions;
  /** `undefined` to leave reads from the entire history unresolved. */
  readonly history: HistoryContext | undefined;
  /** `undefined` to leave reads of screenings unresolved. */
  readonly screenings: ScreeningSource | undefined;
  /** Earlier results of reads of reference data and screenings. */
  readonly stored: ReadResults | undefined;
}

export interface ScreeningSource {
  readonly port: ScreeningPort;
  /** Time to which the reads refer; `null` for now. */
  readonly at: Date | null;
}

/** Resolves reads of anything other than records and rates. What cannot be resolved yet is left out, and is unknown to the rules. */
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

/** Earlier results are kept, regardless of what the lists contain by now. */
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

const logger = new Logger('reference data');

/** Shared by all evaluations of the process. */
const data = new ReferenceData((table, error) => logger.error(`${table} could not be loaded: ${String(error)}`));

type ReferenceRead = Extract<DataRead, { kind: 'reference' }>;

const isReferenceRead = (read: DataRead): read is ReferenceRead => read.kind === 'reference';

/**
 * Returns the results of reads of reference data. `stored` contains the results of an evaluation that is decided again. They are kept,
 * regardless of which data is installed by now.
 */
export async function readReferenceData(reads: readonly DataRead[], stored: ReadResults = {}): Promise<ReadResults> {
  const asked = reads.filter(isReferenceRead);
  if (asked.length === 0) return {};
  await data.load(asked.map(({ table }) => table));
  return Object.fromEntries(
    asked.map(({ kind, table, argument }) => {
      const key = canonicalJson({ kind, table, argument });
      return [key, stored[key] ?? lookUpReference(table, argument)];
    }),
  );
}

/** Loads the reference data that functions of these rules use, so that `lookUpReference` responds synchronously. */
export const loadReferenceData = (sets: readonly CompiledRuleSet[]): Promise<void> =>
  data.load(
    sets.flatMap((set) => set.factNeeds().lookups).map((lookup) => tableOf[lookup.function] ?? lookup.function),
  );

export const lookUpReference = (table: string, argument: string): DataReadResult => data.lookUp(table, argument);

/** Functions that use the table of another function. */
const tableOf: Readonly<Record<string, string>> = { isBusinessDay: 'isHoliday' };

/** What the rules of a set may read about an entity in addition to its record. */
interface AllPartNeeds extends PartNeeds {
  readonly accounts: boolean;
}

const needsCache = new WeakMap<LoadedRuleSet, AllPartNeeds>();

/** The text of a rule that reads a part contains its name. Most rule sets have no such rule, so their evaluations load no parts. */
function partNeedsOf(set: LoadedRuleSet): AllPartNeeds {
  let needs = needsCache.get(set);
  if (!needs) {
    const names = (word: RegExp): boolean => set.content.rules.some(({ source }) => word.test(source));
    const enrichment = names(/\b(enrichment|enrichmentData|normalized)\b/)
      ? enrichmentNeedsOf(set.compiled.factNeeds())
      : null;
    const ownership = names(/\bownership\b/) && set.compiled.factNeeds().ownership.length > 0;
    needs = { accounts: names(/\baccounts\b/), enrichment, ownership };
    needsCache.set(set, needs);
  }
  return needs;
}

/** Returns a record as the rules of a set read it, with the parts of its entities that rules use. */
export async function prepareSubject(
  client: Queryable,
  set: LoadedRuleSet,
  subject: EvaluationSubject,
): Promise<EvaluationSubject> {
  const { contextWith, organizationId, entityIds } = subject;
  if (!contextWith || entityIds.length === 0) return subject;
  const { accounts, enrichment, ownership } = partNeedsOf(set);
  if (!accounts && !enrichment && !ownership) return subject;
  const entities = entityIds.map((entityId) => ({ entityId, at: null }));
  const [ownAccounts, enrichments, owned] = await Promise.all([
    accounts ? findAccounts(client, organizationId, entityIds) : null,
    enrichment ? findKnownEnrichments(client, organizationId, entities, enrichment) : [],
    ownership ? findKnownOwnership(client, organizationId, entities) : null,
  ]);
  const partsOf = (id: string, index: number): EntityParts => {
    const [own, enrichmentData] = [ownAccounts?.get(id), enrichments[index]];
    return {
      ...(own && { accounts: own }),
      ...(enrichmentData && { enrichmentData: new RawJson(enrichmentData) }),
      ...(owned && { ownership: owned[index] ?? null }),
    };
  };
  const { context: _withoutParts, ...rest } = subject;
  return { ...rest, contextJson: contextWith(new Map(entityIds.map((id, index) => [id, partsOf(id, index)]))) };
}
