import { Injectable } from '@nestjs/common';

import { type AuditSubject, creationChanges, recordAudit } from '../../../../platform/audit/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { invalid, notFound, type Page, type PageQuery } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { countWaiting } from '../../../casework/assignments/index.js';
import { FindEntity } from '../../../parties/entities/index.js';
import type { StoredScreening } from '../domain/screening.js';
import type { StoredMatch } from '../domain/stored-match.js';
import {
  countDecisions,
  type DecisionPeriod,
  findDecisionsOf,
  type StoredDecision,
  streamDecisions,
} from '../persistence/decision-store.js';
import { findMatch, findMatches, type MatchFilter, openMatches } from '../persistence/match-store.js';
import { findScreening, findScreenings } from '../persistence/screening-store.js';
import { decisionLine, decisionsHeading } from './decision-csv.js';

/** Reads screenings, matches and decisions on them. */
@Injectable()
export class ReadMatches {
  constructor(
    private readonly database: TenantDatabase,
    private readonly entities: FindEntity,
  ) {}

  /** Throws 404 `ENTITY_NOT_FOUND`. */
  async screenings(organizationId: string, entityId: string, query: PageQuery): Promise<Page<StoredScreening>> {
    await this.entities.find(organizationId, { id: entityId });
    return findScreenings(this.database.forOrganization(organizationId), organizationId, entityId, query);
  }

  /** Throws 404 `ENTITY_NOT_FOUND`, and 404 for a screening that does not belong to the entity. */
  async screening(organizationId: string, entityId: string, id: string): Promise<StoredScreening> {
    await this.entities.find(organizationId, { id: entityId });
    const found = await findScreening(this.database.forOrganization(organizationId), organizationId, entityId, id);
    if (!found) throw notFound('Screening');
    return found;
  }

  matches(organizationId: string, filter: MatchFilter): Promise<Page<StoredMatch>> {
    return findMatches(this.database.forOrganization(organizationId), organizationId, filter);
  }

  /** Counts open matches: assigned to one person, unassigned, and in total. */
  waiting(organizationId: string, personId: string) {
    const client = this.database.forOrganization(organizationId);
    return countWaiting(client, 'screening_matches', () => openMatches(organizationId), personId);
  }

  /** Throws 404. */
  async match(
    organizationId: string,
    id: string,
  ): Promise<{ readonly match: StoredMatch; readonly decisions: readonly StoredDecision[] }> {
    const client = this.database.forOrganization(organizationId);
    const match = await findMatch(client, organizationId, id);
    if (!match) throw notFound('Screening match');
    const of = { entityId: match.entityId, matchId: id };
    return { match, decisions: await findDecisionsOf(client, organizationId, of) };
  }

  /**
   * Returns all decisions of a period as CSV, oldest first. The export is recorded in the audit trail. Throws 400 if there are too many.
   */
  async exportDecisions(subject: AuditSubject, period: DecisionPeriod): Promise<AsyncIterable<string>> {
    const { organizationId } = subject;
    const client = this.database.forOrganization(organizationId);
    const count = await countDecisions(client, organizationId, period, limits.auditExportRows + 1);
    if (count > limits.auditExportRows)
      throw invalid({ from: `more than ${limits.auditExportRows} decisions match; choose a shorter period` });
    await this.database.transaction(organizationId, (transaction) =>
      recordAudit(transaction, subject, [
        {
          event: 'match_decisions_exported',
          resourceType: 'match_decisions',
          resourceId: organizationId,
          summary: `${count} ${count === 1 ? 'decision' : 'decisions'} of screening matches exported`,
          changes: creationChanges(period),
        },
      ]),
    );
    return this.streamCsv(organizationId, period);
  }

  private async *streamCsv(organizationId: string, period: DecisionPeriod): AsyncIterable<string> {
    yield decisionsHeading;
    const client = this.database.forOrganization(organizationId);
    for await (const decisions of streamDecisions(client, organizationId, period, limits.auditExportBatch))
      yield decisions.map(decisionLine).join('');
  }
}
