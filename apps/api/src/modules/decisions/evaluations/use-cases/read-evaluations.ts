import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { invalid, notFound, type Page } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { publicationsOf, ruleAlone, RuleSets } from '../../rule-sets/index.js';
import type { EvaluationRow } from '../domain/evaluation-row.js';
import { needRecordReading, readableTypes } from '../domain/readable-records.js';
import { storedRun, type StoredRun } from '../domain/stored-run.js';
import {
  batchesOf,
  type EvaluationFilter,
  findEvaluation,
  listEvaluations,
  type RulePlaces,
} from '../persistence/evaluation-records.js';

const time = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

/** Reads of stored runs; nothing is evaluated. */
@Injectable()
export class ReadEvaluations {
  constructor(
    private readonly database: TenantDatabase,
    private readonly ruleSets: RuleSets,
  ) {}

  /** Throws 404 for an unknown one, 403 when the caller may not read its record. */
  async one(principal: Principal, id: string): Promise<StoredRun> {
    const row = await this.row(principal.organizationId, id);
    needRecordReading(principal, row.recordType);
    return (await this.withSets(principal.organizationId, [row]))[0]!;
  }

  /** For who reads for the server itself. Throws 404 for an unknown one. */
  async stored(organizationId: string, id: string): Promise<StoredRun> {
    return this.withSet(await this.row(organizationId, id));
  }

  /** Of the records the caller may read. Throws 403 when there are none. */
  async list(principal: Principal, query: EvaluationFilter): Promise<Page<StoredRun>> {
    const { organizationId } = principal;
    const types = readableTypes(principal);
    const client = this.database.of(organizationId);
    const where = query.outcome === 'no_hit' ? await this.placesOf(organizationId, query) : [];
    const page = await listEvaluations(client, organizationId, types, query, where);
    return { rows: await this.withSets(organizationId, page.rows), pagination: page.pagination };
  }

  private async row(organizationId: string, id: string): Promise<EvaluationRow> {
    const row = await findEvaluation(this.database.of(organizationId), organizationId, id);
    if (!row) throw notFound('Evaluation');
    return row;
  }

  /** Throws 400 where the rule was published so often that its places would take long to find. */
  private async placesOf(organizationId: string, query: EvaluationFilter): Promise<readonly RulePlaces[]> {
    if (query.ruleId === undefined) return [];
    const { ruleSetVersion, from, to } = query;
    const ruleId = query.ruleId.toLowerCase();
    const client = this.database.of(organizationId);
    const publications = await publicationsOf(client, organizationId, {
      ruleId,
      ruleSetVersion,
      from: time(from),
      to: time(to),
    });
    if (publications.length > limits.filteredPublications) {
      const often = `the rule was part of more than ${limits.filteredPublications} publications in this time`;
      throw invalid({ outcome: `no_hit: ${often}; name a ruleSetVersion, or from and to` });
    }
    const revisions = new Map<string, number[]>();
    for (const pointer of publications) {
      const { compiled } = await this.ruleSets.published(client, organizationId, pointer);
      const places = compiled.rules.flatMap(({ content }, place) => (content.ruleId === ruleId ? [place] : []));
      const key = places.join(' ');
      revisions.set(key, [...(revisions.get(key) ?? []), pointer.revision]);
    }
    return Array.from(revisions, ([key, of]) => ({ revisions: of, places: key.split(' ').map(Number) }));
  }

  private async withSets(organizationId: string, rows: readonly EvaluationRow[]): Promise<readonly StoredRun[]> {
    const idsOf = (type: EvaluationRow['recordType']): readonly string[] =>
      rows.flatMap(({ recordType, recordId }) => (recordType === type ? [recordId] : []));
    const batches = await batchesOf(this.database.of(organizationId), organizationId, {
      transactionIds: idsOf('transaction'),
      userEventIds: idsOf('user_event'),
    });
    const runs: StoredRun[] = [];
    for (const row of rows) runs.push({ ...(await this.withSet(row)), batchJobId: batches.get(row.recordId) ?? null });
    return runs;
  }

  private async withSet(row: EvaluationRow): Promise<StoredRun> {
    const { organizationId, ruleSetVersion: version, ruleSetRevision: revision } = row;
    const set = await this.ruleSets.published(this.database.of(organizationId), organizationId, { version, revision });
    return storedRun(row, row.ruleId === null ? set : (ruleAlone(set, row.ruleId) ?? set));
  }
}
