import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError, invalid, notFound, type Page } from '../../../../platform/http/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { dryRunEvent } from '../domain/dry-run-event.js';
import { requireRecordRead } from '../../../decisions/evaluations/index.js';
import { type DryRun, type DryRunKind, type DryRunStatus, isUnfinished, replayedTypeOf } from '../domain/dry-run.js';
import { valueIndex } from '../domain/sweep-view.js';
import {
  cancelDryRun,
  type DryRunFilter,
  findDryRun,
  listDryRuns,
  lockDryRun,
  removeDryRun,
} from '../persistence/dry-run-store.js';
import { countMatches, type MatchCount } from '../persistence/match-counts.js';
import { listMatches, type MatchConditions, type MatchFilter, type StoredMatch } from '../persistence/match-store.js';

const kindNames: Readonly<Record<DryRunKind, string>> = { dry_run: 'Dry run', sweep: 'Sweep' };

/** The caller who reads the results of a dry run. */
export type DryRunReader = Pick<Principal, 'organizationId' | 'scopes'>;

/** Reads dry runs and sweeps, and their results. */
@Injectable()
export class ReadDryRuns {
  constructor(private readonly database: TenantDatabase) {}

  /** Throws 404, and 403 for a dry run over records that the caller may not read. */
  async find(principal: DryRunReader, kind: DryRunKind, id: string): Promise<DryRun> {
    const found = await this.load(principal.organizationId, kind, id);
    requireRecordRead(principal, replayedTypeOf(found));
    return found;
  }

  /** Does the same if the caller's permissions were already checked. Throws 404. */
  async load(organizationId: string, kind: DryRunKind, id: string): Promise<DryRun> {
    const found = await findDryRun(this.database.forOrganization(organizationId), organizationId, kind, id);
    if (!found) throw notFound(kindNames[kind]);
    return found;
  }

  list(organizationId: string, kind: DryRunKind, query: DryRunFilter): Promise<Page<DryRun>> {
    return listDryRuns(this.database.forOrganization(organizationId), organizationId, kind, query);
  }

  /** Returns the records behind the numbers; there are none yet for a dry run that is not completed. */
  async matches(principal: DryRunReader, id: string, query: MatchFilter): Promise<Page<StoredMatch>> {
    const run = await this.find(principal, 'dry_run', id);
    return listMatches(this.database.forOrganization(run.organizationId), run, 0, query);
  }

  /** Counts the matches for each filter. */
  async counts(principal: DryRunReader, id: string, query: MatchConditions): Promise<readonly MatchCount[]> {
    const run = await this.find(principal, 'dry_run', id);
    return countMatches(this.database.forOrganization(run.organizationId), run, query);
  }

  /** Returns the matches for one value of a sweep, compared with the current value. Throws 400 for a value that was not tested. */
  async sweepMatches(
    principal: DryRunReader,
    id: string,
    { value, ...query }: MatchFilter & { readonly value: string },
  ): Promise<Page<StoredMatch>> {
    const run = await this.find(principal, 'sweep', id);
    const index = valueIndex(run, value);
    if (index < 0 && run.result?.report) throw invalid({ value: 'is not one of the values of the sweep' });
    return listMatches(this.database.forOrganization(run.organizationId), run, index, query);
  }

  /**
   * Cancels a dry run that is not finished, and deletes one that is. Throws 404, and 409 `DRY_RUN_IN_USE` for one that serves as evidence.
   */
  async cancelOrRemove(
    principal: Principal,
    kind: DryRunKind,
    id: string,
    now: Date,
  ): Promise<DryRunStatus | 'deleted'> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      const run = await lockDryRun(client, organizationId, kind, id);
      if (!run) throw notFound(kindNames[kind]);
      if (run.evidenceOf.length > 0)
        throw new ApiError('DRY_RUN_IN_USE', 'A rule was published with it as evidence, so it is kept');
      const isCancelled = isUnfinished(run.status);
      if (isCancelled) {
        await cancelDryRun(client, run, now);
        await writeEvents(client, [dryRunEvent({ ...run, status: 'cancelled', finishedAt: now }, now)]);
      } else await removeDryRun(client, run, now);
      const status = isCancelled ? 'cancelled' : 'deleted';
      await recordAudit(client, byPrincipal(principal), [
        {
          event: `${kind}_${status}`,
          resourceType: 'dry_run',
          resourceId: id,
          summary: `the ${kindNames[kind].toLowerCase()} was ${status}`,
        },
      ]);
      return status;
    });
  }
}
