import type { Provider } from '@tamis/enrichment';
import { Injectable } from '@nestjs/common';

import { type AuditEntry, byPrincipal, diffChanges, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { findEnvironment, newId, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { Egress } from '../../../../platform/egress/index.js';
import { ApiError, invalid } from '../../../../platform/http/index.js';
import { SecretsError } from '../../../../platform/secrets/index.js';
import { type IntegrationSettings, type IntegrationSwitch, missingSettings } from '../domain/integration.js';
import { Providers } from '../domain/providers.js';
import { configProblems, mergedSettings, shownSettings } from '../domain/read-config.js';
import { type StoredIntegration, SwitchStore } from '../persistence/switch-store.js';

/** Omitted members stay unchanged. */
export interface SwitchRequest {
  readonly enabled: boolean;
  readonly monitoringEnabled?: boolean;
  /** By setting name; null removes a setting. */
  readonly config?: Readonly<Record<string, unknown>>;
}

/** Returns the error for a code without a provider on this server. */
export const unknownIntegration = (code: string): ApiError =>
  new ApiError('INTEGRATION_NOT_FOUND', `Unknown integration ${JSON.stringify(code)}`);

const neverSwitched = (code: string, id: string): IntegrationSwitch => ({
  ...{ id, code, enabled: false, monitoringEnabled: false, shown: {}, enabledAt: null },
});

@Injectable()
export class SwitchIntegration {
  constructor(
    private readonly database: TenantDatabase,
    private readonly providers: Providers,
    private readonly store: SwitchStore,
    private readonly egress: Egress,
  ) {}

  /**
   * Enables, disables or configures an integration. Throws 404 `INTEGRATION_NOT_FOUND`, and 400 for settings that are unknown, invalid or
   * missing, each by its path.
   */
  async switch(principal: Principal, code: string, request: SwitchRequest, now: Date): Promise<void> {
    const provider = this.providers.find(code);
    if (!provider) throw unknownIntegration(code);
    const problems = configProblems(provider, request.config ?? {}, (address) => this.egress.urlProblem(address, ''));
    if (problems) throw invalid(problems);
    if (request.monitoringEnabled && !(provider.supportsMonitoring && request.enabled))
      throw invalid({ monitoringEnabled: monitoringProblem(provider) });
    await this.database.transaction(principal.organizationId, (client) =>
      this.switchInTransaction(client, principal, provider, request, now),
    );
  }

  private async switchInTransaction(
    client: Transaction,
    principal: Principal,
    provider: Provider,
    request: SwitchRequest,
    now: Date,
  ): Promise<void> {
    const { organizationId } = principal;
    await this.store.lock(client, organizationId, provider.code);
    const stored = (await this.store.read(client, organizationId, [provider.code]))[0]!;
    const before = stored.switched ?? neverSwitched(provider.code, newId(now.getTime()));
    const settings = request.config
      ? await this.mergeSettings(client, organizationId, provider, stored, request)
      : null;
    const after: IntegrationSwitch = {
      ...before,
      enabled: request.enabled,
      monitoringEnabled: request.enabled && (request.monitoringEnabled ?? before.monitoringEnabled),
      shown: settings ? shownSettings(provider, settings.after) : before.shown,
      enabledAt: request.enabled ? (before.enabled ? before.enabledAt : now) : null,
    };
    if (after.enabled) await this.assertConfigured(client, organizationId, provider, after);
    const entry = auditEntry(before, after, settings?.changed ?? []);
    if (!entry) return;
    await this.store.save(client, organizationId, after, settings?.after ?? null, now);
    await recordAudit(client, byPrincipal(principal), [entry]);
  }

  /** Settings that can no longer be decrypted are replaced by those that were sent. */
  private async mergeSettings(
    client: Transaction,
    organizationId: string,
    provider: Provider,
    stored: StoredIntegration,
    { config }: SwitchRequest,
  ): Promise<{ readonly after: IntegrationSettings; readonly changed: readonly string[] }> {
    let before: IntegrationSettings = {};
    let isReadable = true;
    try {
      before = await this.store.openSettings(client, organizationId, stored);
    } catch (error) {
      if (!(error instanceof SecretsError)) throw error;
      isReadable = false;
    }
    const after = mergedSettings(provider, before, config as Readonly<Record<string, string | null>>);
    const names = Object.keys(isReadable ? { ...before, ...after } : { ...stored.switched?.shown, ...after });
    return { after, changed: names.filter((name) => !isReadable || before[name] !== after[name]) };
  }

  private async assertConfigured(
    client: Transaction,
    organizationId: string,
    provider: Provider,
    { shown }: IntegrationSwitch,
  ): Promise<void> {
    const isSandbox = (await findEnvironment(client, organizationId)) !== 'production';
    const missing = missingSettings(provider, shown, isSandbox);
    if (missing.length === 0) return;
    throw invalid(
      Object.fromEntries(missing.map((name) => [`config.${name}`, `is required to enable ${provider.code}`])),
    );
  }
}

const monitoringProblem = ({ code, supportsMonitoring }: Provider): string =>
  supportsMonitoring ? `must be false while ${code} is disabled` : `must be false: ${code} does not support monitoring`;

/** Returns `null` if nothing changed. */
function auditEntry(
  before: IntegrationSwitch,
  after: IntegrationSwitch,
  changedSettings: readonly string[],
): AuditEntry | null {
  const changes = diffChanges(before, after, ['enabled', 'monitoringEnabled', 'shown']);
  if (Object.keys(changes).length === 0 && changedSettings.length === 0) return null;
  const { shown, ...others } = changes;
  const what = before.enabled === after.enabled ? 'updated' : after.enabled ? 'enabled' : 'disabled';
  const settings = changedSettings.length === 0 ? '' : `, settings changed: ${changedSettings.join(', ')}`;
  return {
    event: `integration_${what}`,
    resourceType: 'integration',
    resourceId: after.code,
    summary: `integration ${after.code} ${what}${settings}`,
    changes: { ...others, ...(shown && { config: shown }) },
  };
}
