import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import {
  type BegunEnrichment,
  type CreationEnrichment,
  EnrichmentOnCreation,
  type EnrichmentWish,
  type EntityRow,
  type ResolvedWish,
} from '../../../parties/entities/index.js';
import { Integrations, type OrganizationIntegration } from '../../integrations/index.js';
import { enrichmentLimits } from '../domain/enrichment-limits.js';
import type { RequestOutcome } from '../domain/enrichment-request.js';
import type { PartyRow } from './asked-about.js';
import { EnrichmentRequests } from './enrichment-requests.js';

const isCheck = (code: string): boolean => code.endsWith('_check');

/** Types of integrations that are executed for every suitable entity. */
const runOnAll: ReadonlySet<string> = new Set(['enrichment', 'list']);

/** Enriches entities when they are created, before their rules are evaluated. */
@Injectable()
export class EnrichNewEntity extends EnrichmentOnCreation {
  constructor(
    private readonly requests: EnrichmentRequests,
    private readonly integrations: Integrations,
  ) {
    super();
  }

  async resolve(
    organizationId: string,
    entity: Pick<EntityRow, 'type' | 'countryCode'>,
    wish: EnrichmentWish,
  ): Promise<ResolvedWish> {
    const [active, ofGroups] = await Promise.all([
      wish.executeAllActiveEnrichments ? this.integrations.enabled(organizationId) : [],
      this.integrations.resolveGroups(organizationId, wish.enrichmentGroupRefs ?? [], groupsPath),
    ]);
    const fitting = active.filter((each) => isFitting(each, entity)).map(({ provider }) => provider.code);
    const excluded = new Set(wish.excludeEnrichments ?? []);
    const named = [...ofGroups, ...(wish.enrichments ?? [])];
    const codes = [...new Set([...named, ...fitting])].filter((code) => !excluded.has(code));
    return { codes: codes.filter((code) => !isCheck(code)), ignored: codes.filter(isCheck) };
  }

  async begin(
    client: Transaction,
    principal: Principal,
    row: EntityRow,
    {
      codes,
      withRules,
      isLeft,
    }: { readonly codes: readonly string[]; readonly withRules: boolean; readonly isLeft: boolean },
  ): Promise<BegunEnrichment> {
    const trigger = withRules ? ('created' as const) : null;
    const request = { principal, codes, parameters: {}, trigger, withoutMoney: 'fail' as const };
    const { requestId, launch } = await this.requests.beginWithin(client, request, row as PartyRow, isLeft);
    const waitMs = enrichmentLimits.autoExecuteWaitMs;
    return {
      requestId,
      launch: async () => toCreationEnrichment(await this.requests.wait(launch(), { principal, waitMs })),
    };
  }
}

const groupsPath = 'autoExecuteIntegrations.enrichmentGroupRefs';

const isFitting = (
  { provider }: OrganizationIntegration,
  { type, countryCode }: Pick<EntityRow, 'type' | 'countryCode'>,
): boolean =>
  runOnAll.has(provider.type) &&
  provider.entityTypes.some((each) => each === type) &&
  provider.countries.some((each) => each === 'GLOBAL' || each === countryCode);

const toCreationEnrichment = ({ requestId, status, executions, rules }: RequestOutcome): CreationEnrichment => ({
  requestId,
  status,
  failed: executions.flatMap(({ integrationCode, problem }) =>
    problem ? [{ integrationCode, code: problem.code }] : [],
  ),
  rules,
});
