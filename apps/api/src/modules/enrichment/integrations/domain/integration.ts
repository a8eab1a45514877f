import type { ItemProblem, Provider } from '@tamis/enrichment';

/** Settings an organization configured for a provider, by name. */
export type IntegrationSettings = Readonly<Record<string, string>>;

/** Settings as responses show them: of secrets, at most the last characters. */
export type ShownSettings = Readonly<Record<string, string>>;

/** Whether and how an organization has enabled an integration. */
export interface IntegrationSwitch {
  readonly id: string;
  readonly code: string;
  readonly enabled: boolean;
  readonly monitoringEnabled: boolean;
  readonly shown: ShownSettings;
  readonly enabledAt: Date | null;
}

/** A provider with the configuration of one organization. */
export interface OrganizationIntegration {
  readonly provider: Provider;
  readonly enabled: boolean;
  readonly monitoringEnabled: boolean;
  /** Current price of a delivered result for this organization. */
  readonly priceCents: number;
  /** Decrypted, and only for the provider. Empty if there is a problem. */
  readonly settings: IntegrationSettings;
  /** Why the provider cannot be called; `null` if it can. */
  readonly problem: ItemProblem | null;
}

/** Returns required settings that are missing. A sandbox requires none, since its providers are mocks. */
export const missingSettings = (provider: Provider, shown: ShownSettings, isSandbox: boolean): readonly string[] =>
  isSandbox
    ? []
    : provider.settings
        .filter(({ name, isRequired }) => isRequired && !Object.hasOwn(shown, name))
        .map(({ name }) => name);

/** Returns why an integration cannot be called with its current settings, or `null` if it can. */
export function switchProblem(
  provider: Provider,
  stored: Pick<IntegrationSwitch, 'enabled' | 'shown'> | null,
  isSandbox: boolean,
): ItemProblem | null {
  const { code } = provider;
  if (!stored?.enabled) return { code: 'INTEGRATION_NOT_ENABLED', message: `The integration ${code} is not enabled` };
  const missing = missingSettings(provider, stored.shown, isSandbox);
  if (missing.length === 0) return null;
  return {
    code: 'INTEGRATION_NOT_ENABLED',
    message: `The settings ${missing.join(', ')} of the integration ${code} are missing: set them with PUT /marketplace/integrations/${code}`,
  };
}
