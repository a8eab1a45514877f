import type { Provider, SettingDeclaration } from '@tamis/enrichment';

import { limits } from '../../../../platform/limits.js';
import type { IntegrationSettings, ShownSettings } from './integration.js';

const mask = '\u2022\u2022\u2022\u2022';
const visibleCharacters = 4;
/** Of a shorter secret, the last characters would reveal too much. */
const minVisibleLength = 12;

const maskSecret = (value: string): string =>
  mask + (value.length < minVisibleLength ? '' : value.slice(-visibleCharacters));

export const shownSettings = (provider: Provider, settings: IntegrationSettings): ShownSettings =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, isSecret(provider, name) ? maskSecret(value) : value]),
  );

/** A setting that is no longer declared may have been a secret. */
const isSecret = (provider: Provider, name: string): boolean =>
  provider.settings.find((setting) => setting.name === name)?.isSecret ?? true;

/** Returns what is wrong with a URL, or `null` if nothing is. */
type UrlProblem = (address: string) => string | null;

/** Returns problems in a configuration that was sent, by path, or `null` if there are none. */
export function configProblems(
  provider: Provider,
  sent: Readonly<Record<string, unknown>>,
  urlProblem: UrlProblem,
): Readonly<Record<string, string>> | null {
  const known = provider.settings.map(({ name }) => name);
  const wrong = Object.entries(sent).flatMap(([name, value]) => {
    const setting = provider.settings.find((each) => each.name === name);
    const problem = setting
      ? settingProblem(provider, setting, value, urlProblem)
      : `is no setting of ${provider.code}, which has ${known.join(', ') || 'none'}`;
    return problem === null ? [] : [[`config.${name}`, problem]];
  });
  return wrong.length === 0 ? null : (Object.fromEntries(wrong) as Record<string, string>);
}

/** Printable and on one line, since the value may be used in a header or URL. */
const printable = /^[!-~](?:[ -~]*[!-~])?$/;

function settingProblem(
  provider: Provider,
  { name }: SettingDeclaration,
  value: unknown,
  urlProblem: UrlProblem,
): string | null {
  if (value === null) return null;
  if (typeof value !== 'string' || value.length > limits.integrationSettingCharacters || !printable.test(value))
    return `must be text of 1 to ${limits.integrationSettingCharacters} printable ASCII characters on one line, or null`;
  // The provider makes requests to its host.
  return isAddressSetting(provider, name) ? urlProblem(value) : null;
}

const isAddressSetting = (provider: Provider, name: string): boolean => provider.reach.hosts.includes(`{${name}}`);

const hostOf = (address: string | null | undefined): string | null =>
  address && URL.canParse(address) ? new URL(address).host : null;

/**
 * Returns the settings after a configuration was sent. A setting that is omitted, or sent in its masked form, stays; null removes it. If a
 * URL leads to another host, secrets that are not sent again are removed, so that nobody can have them sent to a host of their own.
 */
export function mergedSettings(
  provider: Provider,
  stored: IntegrationSettings,
  sent: Readonly<Record<string, string | null>>,
): IntegrationSettings {
  const shown = shownSettings(provider, stored);
  const changed = Object.entries(sent).filter(([name, value]) => value === null || shown[name] !== value);
  const leadsElsewhere = changed.some(
    ([name, value]) => isAddressSetting(provider, name) && hostOf(value) !== hostOf(stored[name]),
  );
  const kept = Object.entries(stored).filter(([name]) => !leadsElsewhere || !isSecret(provider, name));
  const merged = Object.entries({ ...Object.fromEntries(kept), ...Object.fromEntries(changed) });
  return Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== null));
}
