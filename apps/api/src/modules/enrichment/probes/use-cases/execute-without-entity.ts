import { Injectable } from '@nestjs/common';
import { type Asked, checkInput, type EntityType, fillParameters, type ItemProblem } from '@tamis/enrichment';
import { isTaxIdCountry, recognizeTaxId } from '@tamis/screening/tax-ids';
import type { Result } from '@tamis/stdx';

import { type AuditEntry, byPrincipal, creationChanges, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { findEnvironment, newId, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError, invalid } from '../../../../platform/http/index.js';
import { normalizeTaxId } from '../../../parties/entities/index.js';
import { Ledger } from '../../../tenancy/billing/index.js';
import { type Delivered, RunOnce, type StoreProbe } from '../../executions/index.js';
import { Integrations, type OrganizationIntegration } from '../../integrations/index.js';
import { cacheKeyText, foldName } from '../domain/cache-key.js';
import { failureOf, type ProbeMembers, refusalOf } from '../domain/probe-errors.js';
import type { Probe, ProbeResult } from '../domain/probe.js';
import { probeLimits } from '../domain/probe-limits.js';
import { ProbeStore, type SubjectFingerprints } from '../persistence/probe-store.js';

export interface ProbeRequest {
  readonly integrationCode: string;
  /** In upper case. */
  readonly country: string;
  readonly type: EntityType;
  /** As sent, without surrounding white space; `null` if not given. */
  readonly taxId: string | null;
  readonly name: string | null;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface ProbeResponse extends ProbeMembers {
  readonly cached: boolean;
  readonly result: ProbeResult;
}

interface CheckedProbe extends Probe {
  readonly subject: SubjectFingerprints;
  readonly cacheKey: Buffer;
  readonly startedAtMs: number;
}

/** Performs one enrichment about somebody without creating an entity. */
@Injectable()
export class ExecuteWithoutEntity {
  constructor(
    private readonly database: TenantDatabase,
    private readonly integrations: Integrations,
    private readonly executions: RunOnce,
    private readonly ledger: Ledger,
    private readonly store: ProbeStore,
  ) {}

  /** Calls the provider, regardless of the cache. Throws the errors of `check`, 402, and 422 with the reason if the provider failed. */
  async execute(principal: Principal, request: ProbeRequest): Promise<ProbeResponse> {
    const probe = await this.check(principal, request);
    const { integration, asked, isSandbox } = probe;
    const store: StoreProbe = (client, result) => this.settle(client, probe, result);
    const { result, costCents } = await this.executions
      .execute({ principal, integration, asked, isSandbox, store })
      .catch((error: unknown) => this.refuse(probe, error));
    const members = await this.members(probe, costCents);
    if (!result.ok) throw failureOf(result.error, { cached: false, ...members });
    return { ...members, cached: false, result: toProbeResult(result.value) };
  }

  /** Returns a cached result without calling the provider or charging. Throws the errors of `check`, and 404 `CACHE_MISS`. */
  async readCached(principal: Principal, request: ProbeRequest): Promise<ProbeResponse> {
    const probe = await this.check(principal, request);
    const { organizationId } = principal;
    const client = this.database.forOrganization(organizationId);
    const [result, members] = await Promise.all([
      this.store.findCached(client, organizationId, probe.cacheKey),
      this.members(probe, 0),
    ]);
    await this.record(probe, result ? 'delivered' : 'CACHE_MISS', true);
    if (!result) throw new ApiError('CACHE_MISS', 'Nothing is cached for this integration, subject and parameters');
    return { ...members, cached: true, result };
  }

  /** Throws 404 `INTEGRATION_NOT_FOUND`, 403 `INTEGRATION_NOT_ENABLED`, and 400 for data with which no provider can be called. */
  private async check(principal: Principal, request: ProbeRequest): Promise<CheckedProbe> {
    const startedAtMs = performance.now();
    const { organizationId } = principal;
    const { integrationCode, country, type, name } = request;
    const client = this.database.forOrganization(organizationId);
    const [found, environment] = await Promise.all([
      this.integrations.forOrganization(organizationId, [integrationCode]),
      findEnvironment(client, organizationId),
    ]);
    const isSandbox = environment !== 'production';
    const integration = found.get(integrationCode);
    if (!integration)
      throw new ApiError('INTEGRATION_NOT_FOUND', `There is no integration ${JSON.stringify(integrationCode)}`);
    const { provider } = integration;
    const sent: Asked = {
      ...{ type, country, name, taxId: taxIdOf(request), emails: [], phones: [] },
      parameters: request.parameters,
    };
    const problem =
      withoutEntityProblem(integration) ?? checkInput(provider, sent, { isSandbox }) ?? taxIdProblem(sent);
    if (problem) throw refusalOf(problem);
    if (integration.problem) throw refusalOf(integration.problem);
    const asked = { ...sent, parameters: { ...request.parameters, ...fillParameters(provider, request.parameters) } };
    return {
      ...{ principal, isSandbox, integration, asked, startedAtMs, probeEntityId: newId() },
      subject: await this.store.fingerprints(client, organizationId, {
        taxId: asked.taxId,
        name: name === null ? null : foldName(name),
      }),
      cacheKey: await this.store.cacheKey(client, organizationId, cacheKeyText(organizationId, provider, asked)),
    };
  }

  /** Rethrows the error; a 402 is thrown with the members of this route. */
  private async refuse(probe: CheckedProbe, error: unknown): Promise<never> {
    if (!(error instanceof ApiError) || error.code !== 'INSUFFICIENT_BALANCE') throw error;
    await this.record(probe, error.code, false);
    const members = { enrichmentSuccess: false, cached: false, ...(await this.members(probe, 0)), errors: [] };
    throw new ApiError(error.code, error.message, error.details, members);
  }

  /** Caches what was paid for and records who requested it, in the transaction that charges. */
  private async settle(
    client: Transaction,
    probe: CheckedProbe,
    result: Result<Delivered, ItemProblem>,
  ): Promise<void> {
    const { cacheKey, subject, integration, principal } = probe;
    if (!result.ok) return this.recordIn(client, probe, result.error.code, false, 0);
    const days = Math.min(integration.provider.cacheDays, probeLimits.cacheDays);
    const cachedResult = toProbeResult(result.value);
    if (days > 0)
      await this.store.storeCached(client, principal.organizationId, cacheKey, cachedResult, { days, subject });
    await this.recordIn(client, probe, 'delivered', false, integration.priceCents);
  }

  private record(probe: CheckedProbe, outcome: string, cached: boolean): Promise<void> {
    return this.database.transaction(probe.principal.organizationId, (client) =>
      this.recordIn(client, probe, outcome, cached, 0),
    );
  }

  private async recordIn(
    client: Transaction,
    probe: CheckedProbe,
    outcome: string,
    cached: boolean,
    costCents: number,
  ): Promise<void> {
    const { principal, probeEntityId, asked, subject, integration } = probe;
    const { country, type } = asked;
    const { code: integrationCode } = integration.provider;
    const stored = { id: probeEntityId, integrationCode, country, type, outcome, cached, costCents };
    await this.store.storeProbe(client, principal.organizationId, stored, subject);
    await recordAudit(client, byPrincipal(principal), [auditEntry(stored, subject)]);
  }

  private async members(
    { principal, integration, asked, probeEntityId, startedAtMs }: CheckedProbe,
    costCents: number,
  ): Promise<ProbeMembers> {
    const { balanceCents } = await this.ledger.balance(principal.organizationId);
    return {
      ...{ integrationCode: integration.provider.code, country: asked.country, type: asked.type, probeEntityId },
      ...{ totalCostCents: costCents, executionTimeMs: Math.round(performance.now() - startedAtMs) },
      billing: { tokensSpent: costCents / 100, balanceRemainingCents: balanceCents },
    };
  }
}

const toProbeResult = ({ raw, part }: Delivered): ProbeResult => ({ raw, mapped: part });

/** Throws 400 for a tax id without letters and digits. */
function taxIdOf({ taxId }: ProbeRequest): string | null {
  if (taxId === null) return null;
  const normalized = normalizeTaxId(taxId);
  if (normalized === '') throw invalid({ taxId: 'must contain letters or digits' });
  return normalized;
}

/** Also checks a tax id that is not sent to the provider, since it is part of the cache key. */
function taxIdProblem({ taxId, country }: Asked): ItemProblem | null {
  if (taxId === null || !isTaxIdCountry(country) || recognizeTaxId(taxId, country) !== null) return null;
  return {
    code: 'INVALID_TAX_ID',
    message: `This is not a valid tax id of ${country}: check its characters and check digits.`,
  };
}

const withoutEntityProblem = ({ provider }: OrganizationIntegration): ItemProblem | null =>
  provider.supportsWithoutEntity
    ? null
    : { code: 'NO_MATCHING_PROVIDER', message: `${provider.code} can only be called about stored entities` };

type Recorded = Parameters<ProbeStore['storeProbe']>[2];

function auditEntry(probe: Recorded, { taxId, name }: SubjectFingerprints): AuditEntry {
  const { id, integrationCode, type, country, outcome, cached, costCents } = probe;
  const told = { integrationCode, country, type, outcome, cached, costCents };
  return {
    event: 'execute_without_entity',
    resourceType: 'execution_probe',
    resourceId: id,
    summary: `${integrationCode} ${cached ? 'read from the cache' : 'asked'} about a ${type} of ${country}: ${outcome}`,
    changes: creationChanges({
      ...told,
      taxIdFingerprint: taxId?.toString('hex'),
      nameFingerprint: name?.toString('hex'),
    }),
  };
}
