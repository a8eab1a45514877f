import { Injectable, Logger } from '@nestjs/common';

import { type AuditEntry, byPrincipal, bySystem, recordAudit } from '../../../../platform/audit/index.js';
import { TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { Integrations } from '../../../enrichment/integrations/index.js';
import { EvaluateEntity, findEntitiesById } from '../../../parties/entities/index.js';
import { ReadProfiles, type ScreenedEntity, ScreenEntities, type SearchedEntity } from '../../screenings/index.js';
import { isOutdated, scoringCode } from '../domain/list-changes.js';
import { type DueEntity, monitoringCode } from '../domain/monitored-party.js';
import { claimDue, completeDue, failDue, leaveUnscreened } from '../persistence/monitoring-store.js';
import { lockTarget } from '../persistence/pass-store.js';

/** Screens entities that are due: new matches are recorded once, together with the event, the rules and the end of the due state. */
@Injectable()
export class ScreenDue {
  private readonly logger = new Logger('monitoring');

  constructor(
    private readonly database: TenantDatabase,
    private readonly integrations: Integrations,
    private readonly profiles: ReadProfiles,
    private readonly screenings: ScreenEntities,
    private readonly rules: EvaluateEntity,
  ) {}

  /** Returns the number of screened entities of an organization. Throws if a list is not loaded or too old; the entities then stay due. */
  async screen(organizationId: string, isStopped: () => boolean = () => false): Promise<number> {
    const switches = await this.integrations.forOrganization(organizationId, [monitoringCode]);
    const integration = switches.get(monitoringCode);
    if (!integration?.enabled || !integration.monitoringEnabled) return 0;
    const client = this.database.forOrganization(organizationId);
    const most: number = limits.monitoringBatch;
    let screened = 0;
    for (let few = most; few === most && !isStopped(); screened += few) {
      const due = await claimDue(client, organizationId, { most, leaseSeconds: limits.monitoringLeaseSeconds });
      few = due.length;
      if (few > 0) await this.screenBatch(organizationId, due);
    }
    return screened;
  }

  private async screenBatch(organizationId: string, due: readonly DueEntity[]): Promise<void> {
    const client = this.database.forOrganization(organizationId);
    const profile = await this.profiles.get(organizationId, organizationId);
    const found = await findEntitiesById(
      client,
      organizationId,
      due.map(({ entityId }) => entityId),
    );
    const isScreened = ({ entityId }: DueEntity): boolean =>
      profile.entityTypes.some((type) => type === found.get(entityId)?.type);
    const others = due.filter((each) => !isScreened(each));
    if (others.length > 0) await leaveUnscreened(client, organizationId, others);
    const screened = due.filter(isScreened);
    if (screened.length === 0) return;
    const searched = await this.screenings.search(
      screened.map(({ entityId }) => found.get(entityId)!),
      profile,
    );
    for (const [at, each] of screened.entries()) await this.store(organizationId, each, searched[at]!);
  }

  private async store(organizationId: string, due: DueEntity, searched: SearchedEntity): Promise<void> {
    try {
      await this.database.transaction(organizationId, (client) => this.storeIn(client, organizationId, due, searched));
    } catch (error) {
      this.logger.warn(`screening entity ${due.entityId} again failed: ${String(error)}`);
      await failDue(this.database.forOrganization(organizationId), organizationId, due.entityId);
    }
  }

  private async storeIn(
    client: Transaction,
    organizationId: string,
    due: DueEntity,
    searched: SearchedEntity,
  ): Promise<void> {
    const subject = bySystem(organizationId, 'monitoring');
    const stored = await this.screenings.store(client, subject, searched, { reason: due.reason, onlyChanged: true });
    // The entity was changed, deleted or screened against newer lists meanwhile: if it still exists, it is due again.
    if (stored === null) return;
    const hits = stored.opened.filter(({ isHit }) => isHit);
    const { profile, engineVersion } = searched.basis;
    const versions = { ...searched.basis.versions, [scoringCode]: engineVersion };
    const target = await lockTarget(client, organizationId);
    const outdated = target !== null && isOutdated({ versions, profileVersion: profile.version }, target);
    await completeDue(client, organizationId, due, {
      party: searched.party,
      isHit: hits.length > 0,
      isOutdated: outdated,
    });
    if (hits.length === 0) return;
    await writeEvents(client, [{ organizationId, event: 'monitoring.hit', payload: hitPayload(due, hits) }]);
    await recordAudit(client, subject, [hitEntry(due, stored, hits)]);
    if (due.failures < limits.monitoringRuleFailures) await this.evaluate(client, due);
  }

  private async evaluate(client: Transaction, { entityId, requestedBy }: DueEntity): Promise<void> {
    const principal = { ...requestedBy, scopes: new Set<string>() };
    const request = { principal, trigger: 'monitoring_hit', matrixIds: [] };
    const evaluation = await this.rules.evaluateStored(client, entityId, request);
    if (evaluation) await recordAudit(client, byPrincipal(principal), evaluation.entries);
  }
}

type Hits = ScreenedEntity['opened'];

const hitPayload = ({ entityId }: DueEntity, hits: Hits): object => ({
  entityId,
  integrationCode: monitoringCode,
  matches: hits.map(({ id, list, entryId, score }) => ({ matchId: id, list, entryId, score: score / 10_000 })),
});

const hitEntry = ({ entityId, reason }: DueEntity, { screening }: ScreenedEntity, hits: Hits): AuditEntry => ({
  event: 'monitoring_hit',
  resourceType: 'entity',
  resourceId: entityId,
  summary: `the monitoring of the entity found ${hits.length} new matches`,
  relatedIds: { entityId, screeningId: screening.id },
  reason,
});
