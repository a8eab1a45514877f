import type { EntityType, Provider } from '@tamis/enrichment';
import { Injectable } from '@nestjs/common';

import { findEnvironment, TenantDatabase } from '../../../../platform/database/index.js';
import { ExecutionTimes } from '../domain/execution-times.js';
import { type IntegrationSwitch, missingSettings } from '../domain/integration.js';
import { Providers } from '../domain/providers.js';
import { SwitchStore } from '../persistence/switch-store.js';
import { unknownIntegration } from './switch-integration.js';

export interface IntegrationFilter {
  /** In upper case. */
  readonly country?: string | undefined;
  readonly entityType?: EntityType | undefined;
  readonly type?: string | undefined;
  readonly enabled?: boolean | undefined;
  /** Part of the code, name or description, ignoring case. */
  readonly search?: string | undefined;
}

/** An integration as the marketplace shows it to one organization. */
export interface ListedIntegration {
  readonly provider: Provider;
  readonly priceCents: number;
  /** `null` if it was never enabled or disabled. */
  readonly switched: IntegrationSwitch | null;
  /** Whether it is enabled but lacks settings without which it cannot be called. */
  readonly isBlocked: boolean;
  /** `null` if nothing was delivered recently. */
  readonly averageExecutionMs: number | null;
}

@Injectable()
export class ListIntegrations {
  constructor(
    private readonly database: TenantDatabase,
    private readonly providers: Providers,
    private readonly store: SwitchStore,
    private readonly times: ExecutionTimes,
  ) {}

  /** Lists integrations, sorted by code. */
  async list(organizationId: string, filter: IntegrationFilter): Promise<readonly ListedIntegration[]> {
    const fitting = this.providers.all.filter((provider) => fits(provider, filter));
    const listed = await this.describe(organizationId, fitting);
    return listed.filter(
      ({ switched }) => filter.enabled === undefined || (switched?.enabled ?? false) === filter.enabled,
    );
  }

  /** Throws 404 `INTEGRATION_NOT_FOUND`. */
  async get(organizationId: string, code: string): Promise<ListedIntegration> {
    const provider = this.providers.find(code);
    if (!provider) throw unknownIntegration(code);
    return (await this.describe(organizationId, [provider]))[0]!;
  }

  private async describe(
    organizationId: string,
    providers: readonly Provider[],
  ): Promise<readonly ListedIntegration[]> {
    const client = this.database.forOrganization(organizationId);
    const [stored, environment, averages] = await Promise.all([
      this.store.read(
        client,
        organizationId,
        providers.map(({ code }) => code),
      ),
      findEnvironment(client, organizationId),
      this.times.averages(organizationId),
    ]);
    return providers.map((provider, index) => {
      const { switched, priceCents } = stored[index]!;
      const isBlocked =
        (switched?.enabled ?? false) &&
        missingSettings(provider, switched!.shown, environment !== 'production').length > 0;
      const averageExecutionMs = averages.get(provider.code) ?? null;
      return { provider, priceCents: priceCents ?? provider.priceCents, switched, isBlocked, averageExecutionMs };
    });
  }
}

function fits(provider: Provider, { country, entityType, type, search }: IntegrationFilter): boolean {
  const { code, name, description, countries, entityTypes } = provider;
  const texts = [code, name, description].map((text) => text.toLowerCase());
  return (
    (country === undefined || countries.includes(country) || countries.includes('GLOBAL')) &&
    (entityType === undefined || entityTypes.includes(entityType)) &&
    (type === undefined || provider.type === type) &&
    (search === undefined || texts.some((text) => text.includes(search.toLowerCase())))
  );
}
