import { setTimeout as sleep } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';
import { type Asked, checkInput, type ItemProblem } from '@tamis/enrichment';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { findEnvironment, TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { leavePlace } from '../../../../platform/load/index.js';
import { Secrets } from '../../../../platform/secrets/index.js';
import { type Delivered, RunOnce, type SingleExecution } from '../../../enrichment/executions/index.js';
import { Integrations, type OrganizationIntegration } from '../../../enrichment/integrations/index.js';
import { normalizeTaxId } from '../../../parties/entities/index.js';
import { strategyOf } from '../../materialize/index.js';
import type { BasicSubject } from '../domain/automatic-request.js';
import { purchaseLimits } from '../domain/purchase-limits.js';
import {
  claimPurchase,
  type PurchaseClaim,
  type PurchaseKey,
  releasePurchase,
  storePurchase,
} from '../persistence/purchase-store.js';

/** Register data about a subject that is not an entity yet. */
export interface BasicData {
  readonly integration: OrganizationIntegration;
  readonly enrichmentId: string;
  readonly delivered: Delivered;
  /** `null` if another caller bought it, or this one did before its process ended. */
  readonly costCents: number | null;
  readonly purchase: PurchaseKey;
}

/** Always 422, regardless of the status of the code elsewhere, since nothing is stored. */
const failed = ({ code, message }: ItemProblem): ApiError =>
  new ApiError(code, message, undefined, { success: false }, 422);

/** Buys what the register of a country contains about a tax id, before an entity exists. */
@Injectable()
export class BuyBasicData {
  constructor(
    private readonly database: TenantDatabase,
    private readonly integrations: Integrations,
    private readonly executions: RunOnce,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Returns the code of the integration to call. Throws 400 `COUNTRY_NOT_SUPPORTED`, and 400 `NO_MATCHING_PROVIDER` if no provider supports
   * such entities.
   */
  codeFor({ type, countryCode }: BasicSubject): string {
    const strategy = strategyOf(type, countryCode);
    if (!strategy)
      throw new ApiError('COUNTRY_NOT_SUPPORTED', `Entities of ${countryCode} are not created automatically`);
    if (strategy.basicData === null)
      throw new ApiError('NO_MATCHING_PROVIDER', `No integration provides basic data of a ${type} of ${countryCode}`);
    return strategy.basicData;
  }

  /**
   * Buys the data only once for all concurrent callers, or returns what `findStored` finds once earlier callers have finished. Throws 402
   * `INSUFFICIENT_BALANCE`; 422 if the integration is not enabled, or with the code of the source's failure, in which case nothing is
   * charged; and 503 if another caller takes too long.
   */
  async buy<Stored>(
    principal: Principal,
    code: string,
    subject: BasicSubject,
    findStored: () => Promise<Stored | null>,
  ): Promise<BasicData | Stored> {
    const { organizationId } = principal;
    const integration = (await this.integrations.forOrganization(organizationId, [code])).get(code);
    if (!integration)
      throw failed({
        code: 'INTEGRATION_NOT_FOUND',
        message: `The integration ${code} is not available on this server`,
      });
    if (integration.problem) throw failed(integration.problem);
    const environment = await findEnvironment(this.database.forOrganization(organizationId), organizationId);
    const isSandbox = environment !== 'production';
    const asked: Asked = {
      ...{ type: subject.type, country: subject.countryCode, taxId: normalizeTaxId(subject.taxId), name: null },
      ...{ emails: [], phones: [], parameters: {} },
    };
    const problem = checkInput(integration.provider, asked, { isSandbox });
    if (problem) throw failed(problem);
    const purchase = { organizationId, integrationCode: code, taxId: asked.taxId! };
    const claim = await this.claim(purchase);
    try {
      const stored = await findStored();
      if (stored) return stored;
      if (claim.kind === 'bought')
        return { integration, enrichmentId: claim.data.executionId, delivered: claim.data, costCents: null, purchase };
      return await this.ask({ principal, integration, asked, isSandbox }, purchase);
    } finally {
      // Bought data is kept until an entity uses it.
      if (claim.kind === 'mine')
        await releasePurchase(this.database.forOrganization(organizationId), purchase, claim.leaseNumber);
    }
  }

  private async ask(call: Omit<SingleExecution, 'store'>, purchase: PurchaseKey): Promise<BasicData> {
    const { principal, integration, asked } = call;
    const { integrationCode: code } = purchase;
    const { enrichmentId, result, costCents } = await this.executions.execute({
      ...call,
      store: async (client, told, executionId) => {
        if (told.ok) await storePurchase(client, this.secrets, purchase, { executionId, ...told.value });
        await recordAudit(client, byPrincipal(principal), [
          {
            event: 'entity_basic_data_asked',
            resourceType: 'integration',
            resourceId: code,
            summary: `${code} was asked about a ${asked.type} that is not stored yet: ${told.ok ? 'delivered' : told.error.code}`,
          },
        ]);
      },
    });
    if (!result.ok) throw failed(result.error);
    return { integration, enrichmentId, delivered: result.value, costCents, purchase };
  }

  /** Claims the purchase, waiting while another caller has claimed it. Throws 503. */
  private async claim(purchase: PurchaseKey): Promise<Exclude<PurchaseClaim, { kind: 'others' }>> {
    const client = this.database.forOrganization(purchase.organizationId);
    const untilMs = Date.now() + purchaseLimits.waitMs;
    for (;;) {
      const claim = await claimPurchase(client, this.secrets, purchase, purchaseLimits);
      if (claim.kind !== 'others') return claim;
      if (Date.now() >= untilMs)
        throw new ApiError('SERVICE_UNAVAILABLE', 'The register data is being requested by another request; try again');
      leavePlace();
      await sleep(purchaseLimits.lookMs);
    }
  }
}
