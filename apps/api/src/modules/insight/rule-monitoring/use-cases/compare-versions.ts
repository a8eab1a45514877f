import { Injectable } from '@nestjs/common';
import type { ClauseAttribution } from '@tamis/dry-run';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { Secrets } from '../../../../platform/secrets/index.js';
import { invalid, type Page, type PageQuery } from '../../../../platform/http/index.js';
import { confirmedRecords } from '../../../casework/alerts/index.js';
import { type DryRunReader, ReadDryRuns, toEntitySummary, type StoredMatch } from '../../dry-runs/index.js';
import {
  findEvaluations,
  type RecordType,
  requireRecordRead,
  toStoredEvaluation,
  type StoredEvaluation,
} from '../../../decisions/evaluations/index.js';
import { findPublicationsOfBoth, RuleSets } from '../../../decisions/rule-sets/index.js';
import { type Rule, RuleVersions } from '../../../rules/rules/index.js';
import { textDiff, treeDiff, type TreeChange, type VersionText } from '../domain/version-diff.js';
import { versionChangeOf, type VersionChange, versionPair, type VersionPair } from '../domain/version-pair.js';
import { readOverlap, type RuleOverlap } from '../persistence/rule-overlap.js';
import {
  type ComparedEvaluation,
  type ComparisonScope,
  countOutcomes,
  findDifferingEvaluations,
  listComparedEvaluations,
  type OutcomeCount,
} from '../persistence/compared-evaluations.js';
import { EvaluateVersions, type DifferingEvaluation, explainDiffering } from './evaluate-versions.js';

export interface CompareQuery {
  readonly base: number;
  readonly head: number;
  readonly from?: string;
  readonly to?: string;
  readonly dryRunId?: string;
}

/** How two versions of a rule behaved on the same records. */
export interface Behaviour {
  readonly source: 'shadow' | 'dry_run';
  readonly from: string;
  readonly to: string;
  readonly records: number;
  readonly gained: number;
  readonly lost: number;
  readonly same: number;
  readonly unknown: { readonly base: number; readonly head: number };
  /** How many of the gained and lost records were confirmed by users; `null` if unknown. */
  readonly confirmed: { readonly gained: number; readonly lost: number } | null;
  readonly decisionFlips: readonly { readonly from: string; readonly to: string; readonly count: number }[];
  readonly attribution: readonly ClauseAttribution[];
  /** Number of newest differing records behind `confirmed`, `decisionFlips` and `attribution`. */
  readonly explained: number;
  /** A summary in one sentence; `null` if there is too little data. */
  readonly verdict: string | null;
}

export interface Comparison {
  readonly textDiff: string;
  readonly treeDiff: readonly TreeChange[];
  readonly behaviour: Behaviour | null;
  readonly overlap: readonly RuleOverlap[];
}

const dayMs = 86_400_000;
const defaultDays = 30;
/** Maximum number of differing records that are decided again. */
const maxExplained = 1_000;
const minRecords = 1_000;
const minDiffering = 20;

/** Compares two versions of a rule, by their text and by their behavior. */
@Injectable()
export class CompareVersions {
  constructor(
    private readonly database: TenantDatabase,
    private readonly ruleSets: RuleSets,
    private readonly versions: RuleVersions,
    private readonly dryRuns: ReadDryRuns,
    private readonly secrets: Secrets,
  ) {}

  /** `GET /rules/{id}/compare`. Throws 404 if a version does not exist, and 400 for a dry run with other contents. */
  async compare(principal: DryRunReader, ruleId: string, query: CompareQuery, now: Date): Promise<Comparison> {
    const { organizationId } = principal;
    const [base, head] = await this.loadReadableVersions(principal, ruleId, query);
    const compared = await this.comparisonScope(organizationId, ruleId, query, now);
    return {
      textDiff: textDiff(toVersionText(base), toVersionText(head)),
      treeDiff: treeDiff(toVersionText(base), toVersionText(head)),
      behaviour: await this.behaviour(organizationId, { base, head }, compared, query),
      overlap: await readOverlap(this.database.forOrganization(organizationId), organizationId, {
        ruleId,
        ...compared,
      }),
    };
  }

  /** `GET /rules/{id}/compare/matches`: returns the matches, newest first. */
  async matches(
    principal: DryRunReader,
    ruleId: string,
    query: CompareQuery & PageQuery & { readonly change?: VersionChange },
    now: Date,
  ): Promise<Page<StoredMatch>> {
    const { organizationId } = principal;
    const [base, head] = await this.loadReadableVersions(principal, ruleId, query);
    const compared = await this.comparisonScope(organizationId, ruleId, query, now);
    if (compared.pairs.length === 0 && query.dryRunId !== undefined) {
      await this.requireDryRunReport(organizationId, query.dryRunId, { base, head });
      const { base: _base, head: _head, from: _from, to: _to, dryRunId, ...page } = query;
      return this.dryRuns.matches(principal, dryRunId, { ...page, ruleKey: head.text.form.key });
    }
    const { rows, pagination } = await listComparedEvaluations(
      this.database.forOrganization(organizationId),
      organizationId,
      { ...compared, ruleId },
      query,
    );
    return { rows: await this.toMatches(organizationId, head, rows, compared), pagination };
  }

  /** Also throws 403 if one of the versions concerns records that the caller may not read. */
  private async loadReadableVersions(
    principal: DryRunReader,
    ruleId: string,
    query: CompareQuery,
  ): Promise<[Rule, Rule]> {
    const versions = await this.loadVersions(principal.organizationId, ruleId, query);
    for (const { text } of versions)
      for (const type of text.form.targetEntityTypes ?? []) requireRecordRead(principal, type as RecordType);
    return versions;
  }

  private loadVersions(organizationId: string, ruleId: string, { base, head }: CompareQuery): Promise<[Rule, Rule]> {
    const read = (version: number): Promise<Rule> => this.versions.get(organizationId, ruleId, version);
    return Promise.all([read(base), read(head)]);
  }

  private async comparisonScope(
    organizationId: string,
    ruleId: string,
    { base, head, from, to }: CompareQuery,
    now: Date,
  ): Promise<ComparisonScope> {
    const client = this.database.forOrganization(organizationId);
    const pairs: VersionPair[] = [];
    for (const pointer of await findPublicationsOfBoth(client, organizationId, { ruleId, base, head })) {
      const pair = versionPair(
        await this.ruleSets.loadPublication(client, organizationId, pointer),
        ruleId,
        base,
        head,
      );
      if (pair) pairs.push(pair);
    }
    const end = to === undefined ? now : new Date(to);
    const begin = from === undefined ? new Date(end.getTime() - defaultDays * dayMs) : new Date(from);
    if (begin > end) throw invalid({ from: 'from must not be after to' });
    return { pairs, from: begin, to: end };
  }

  private async behaviour(
    organizationId: string,
    versions: { readonly base: Rule; readonly head: Rule },
    compared: ComparisonScope,
    { dryRunId }: CompareQuery,
  ): Promise<Behaviour | null> {
    if (compared.pairs.length > 0) {
      const counts = await countOutcomes(this.database.forOrganization(organizationId), organizationId, compared);
      if (counts.length > 0) return this.behaviourFromShadow(organizationId, compared, counts);
    }
    return dryRunId === undefined ? null : this.behaviourFromDryRun(organizationId, dryRunId, versions);
  }

  private async behaviourFromShadow(
    organizationId: string,
    compared: ComparisonScope,
    counts: readonly OutcomeCount[],
  ): Promise<Behaviour> {
    const client = this.database.forOrganization(organizationId);
    const rows = await findDifferingEvaluations(client, organizationId, compared, maxExplained);
    const differing = await this.loadDiffering(organizationId, rows, compared);
    const confirmed = await confirmedRecords(
      client,
      organizationId,
      rows.map(({ recordId }) => recordId),
    );
    const confirmedOf = (change: VersionChange): number =>
      rows.filter((row) => versionChangeOf(row.base, row.head) === change && confirmed.has(row.recordId)).length;
    const sum = (of: (count: OutcomeCount) => boolean): number =>
      counts.filter(of).reduce((total, { count }) => total + count, 0);
    const is = (change: VersionChange) => sum(({ base, head }) => versionChangeOf(base, head) === change);
    const figures = { records: sum(() => true), gained: is('gained'), lost: is('lost'), same: is('same') };
    return {
      source: 'shadow',
      from: compared.from.toISOString(),
      to: compared.to.toISOString(),
      ...figures,
      unknown: { base: sum(({ base }) => base === 'unknown'), head: sum(({ head }) => head === 'unknown') },
      confirmed: { gained: confirmedOf('gained'), lost: confirmedOf('lost') },
      ...(await explainDiffering(differing)),
      explained: rows.length,
      verdict: verdictOf(figures),
    };
  }

  /** Returns the evaluations with their inputs, in the order of the rows. */
  private async loadDiffering(
    organizationId: string,
    rows: readonly ComparedEvaluation[],
    { pairs }: ComparisonScope,
  ): Promise<readonly DifferingEvaluation[]> {
    const found = await this.loadEvaluations(organizationId, rows, pairs);
    return rows.flatMap(({ id, base, head }) => {
      const [stored, change] = [found.get(id), versionChangeOf(base, head)];
      return stored && change !== null && change !== 'same' ? [{ ...stored, change }] : [];
    });
  }

  private async loadEvaluations(
    organizationId: string,
    rows: readonly ComparedEvaluation[],
    pairs: readonly VersionPair[],
  ): Promise<ReadonlyMap<string, { readonly run: StoredEvaluation; readonly pair: VersionPair }>> {
    const ids = rows.map(({ id }) => id);
    const client = this.database.forOrganization(organizationId);
    const numbers = await this.secrets.storedAccountNumbers(client, organizationId);
    const found = await findEvaluations(client, organizationId, ids, numbers);
    const byRevision = new Map(pairs.map((pair) => [pair.set.revision, pair]));
    return new Map(
      found.map((row) => {
        const pair = byRevision.get(row.ruleSetRevision)!;
        return [row.id, { pair, run: toStoredEvaluation(row, pair.set) }];
      }),
    );
  }

  private async toMatches(
    organizationId: string,
    head: Rule,
    rows: readonly ComparedEvaluation[],
    { pairs }: ComparisonScope,
  ): Promise<readonly StoredMatch[]> {
    const found = await this.loadEvaluations(organizationId, rows, pairs);
    const recordIds = rows.map(({ recordId }) => recordId);
    const confirmed = await confirmedRecords(this.database.forOrganization(organizationId), organizationId, recordIds);
    const deciding = new EvaluateVersions();
    return rows.flatMap((row): StoredMatch[] => {
      const stored = found.get(row.id);
      const change = versionChangeOf(row.base, row.head);
      if (!stored || change === null) return [];
      const { run, pair } = stored;
      const decided = deciding.evaluate(run, pair);
      const { amount, currency, originEntity, destinationEntity, entity } = run.context;
      return [
        {
          recordType: row.recordType,
          recordId: row.recordId,
          externalId: row.externalId,
          occurredAt: row.now,
          entity: toEntitySummary(originEntity ?? destinationEntity ?? entity ?? run.context),
          amount: typeof amount === 'string' || typeof amount === 'number' ? String(amount) : null,
          currency: typeof currency === 'string' ? currency : null,
          label: confirmed.has(row.recordId) ? 'fraud' : null,
          change,
          ruleKey: head.text.form.key,
          clause: null,
          decisionBaseline: decided.base.decision,
          decisionCandidate: decided.head.decision,
          totalScoreBaseline: decided.base.totalScore,
          totalScoreCandidate: decided.head.totalScore,
          unknownBecause: null,
        },
      ];
    });
  }

  private async behaviourFromDryRun(
    organizationId: string,
    dryRunId: string,
    versions: { readonly base: Rule; readonly head: Rule },
  ): Promise<Behaviour | null> {
    const { report, figures: rule } = await this.requireDryRunReport(organizationId, dryRunId, versions);
    const { gained, lost, unchanged: same, unknown, attribution } = rule;
    const figures = { records: report.records.replayed, gained, lost, same };
    return {
      source: 'dry_run',
      from: report.records.from,
      to: report.records.to,
      ...figures,
      unknown: { base: unknown.baseline, head: unknown.candidate },
      confirmed: null,
      decisionFlips: report.candidates[0]?.flips ?? [],
      attribution,
      explained: gained + lost,
      verdict: verdictOf(figures),
    };
  }

  /** Returns the report of a completed dry run about the rule. Throws 400 for a dry run with other contents. */
  private async requireDryRunReport(
    organizationId: string,
    dryRunId: string,
    { base, head }: { readonly base: Rule; readonly head: Rule },
  ) {
    const { result, candidate, baseline } = await this.dryRuns.load(organizationId, 'dry_run', dryRunId);
    const { key } = head.text.form;
    const figures = result?.report?.candidates[0]?.rules.find((rule) => rule.key === key);
    const isOfBoth =
      candidate.contentHashes[key] === head.text.contentHash &&
      baseline?.contentHashes[base.text.form.key] === base.text.contentHash;
    if (!result?.report || !figures || !isOfBoth)
      throw invalid({ dryRunId: 'is not a completed dry run of the head version against the base version' });
    return { report: result.report, figures };
  }
}

const toVersionText = ({ version, text: { source, form } }: Rule): VersionText => ({ version, key: form.key, source });

function verdictOf({ records, gained, lost }: Pick<Behaviour, 'records' | 'gained' | 'lost'>): string | null {
  if (records < minRecords || gained + lost < minDiffering) return null;
  const share = (((gained - lost) / records) * 100).toFixed(2);
  return `of ${records} records, head hits ${gained} that base does not and misses ${lost} that base hits (${share} % in total)`;
}
