import type { ItemProblem, Provider } from '@tamis/enrichment';

/** What an organization configured for a provider, by the names of its settings. */
export type IntegrationSettings = Readonly<Record<string, string>>;

/** As responses show the settings: values of secrets by their last characters at most. */
export type ShownSettings = Readonly<Record<string, string>>;

/** What an organization switched on. */
export interface IntegrationSwitch {
  readonly id: string;
  readonly code: string;
  readonly enabled: boolean;
  readonly monitoringEnabled: boolean;
  readonly shown: ShownSettings;
  readonly enabledAt: Date | null;
}

/** A provider as one organization has it. */
export interface OrganizationIntegration {
  readonly provider: Provider;
  readonly enabled: boolean;
  readonly monitoringEnabled: boolean;
  /** What a delivered result costs this organization now. */
  readonly priceCents: number;
  /** In the clear: for the provider alone. Empty where there is a problem. */
  readonly settings: IntegrationSettings;
  /** Why it cannot be asked; null: it can. */
  readonly problem: ItemProblem | null;
}

/** Required settings that are not there. A sandbox needs none: its providers are mocks. */
export const missingSettings = (provider: Provider, shown: ShownSettings, isSandbox: boolean): readonly string[] =>
  isSandbox
    ? []
    : provider.settings
        .filter(({ name, isRequired }) => isRequired && !Object.hasOwn(shown, name))
        .map(({ name }) => name);

/** Why an integration cannot be asked as it is switched and configured; null: it can. */
export function switchProblem(
  provider: Provider,
  stored: Pick<IntegrationSwitch, 'enabled' | 'shown'> | null,
  isSandbox: boolean,
): ItemProblem | null {
  const { code } = provider;
  if (!stored?.enabled)
    return { code: 'INTEGRATION_NOT_ENABLED', message: `The integration ${code} is not switched on` };
  const missing = missingSettings(provider, stored.shown, isSandbox);
  if (missing.length === 0) return null;
  return {
    code: 'INTEGRATION_NOT_ENABLED',
    message: `The integration ${code} lacks its settings ${missing.join(', ')}: PUT /marketplace/integrations/${code} sets them`,
  };
}
