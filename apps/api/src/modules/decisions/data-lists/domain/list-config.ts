import { failure, ok, type Result } from '@tamis/stdx';

import { objectMembers } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import type { SecretLocation } from '../../../../platform/secrets/index.js';

/** How a stored key is shown. No header can carry these dots, so that no service has such a key. */
const shownApiKey = '\u2022\u2022\u2022\u2022';

/** Printable and on one line, with no space at either end. */
const printable = /^[!-~](?:[ -~]*[!-~])?$/;

/** Settings of a list as they are stored and shown, and the key of the service that its items come from. */
export interface ListConfig {
  /** JSON text, with dots for the key. */
  readonly shown: string;
  /** Undefined: it was sent as it is shown, so the stored one stays. */
  readonly apiKey: string | null | undefined;
}

/** Takes the key out of the JSON text of an object. An error says what is wrong with the key. */
export function readListConfig(json: string): Result<ListConfig, string> {
  let apiKey: unknown = null;
  const members = Array.from(objectMembers(json), ({ key, name, value }) => {
    if (name !== 'apiKey') return `${key}:${value}`;
    apiKey = JSON.parse(value);
    return `${key}:${apiKey === null ? 'null' : JSON.stringify(shownApiKey)}`;
  });
  if (apiKey === null) return ok({ shown: json, apiKey });
  const shown = `{${members.join(',')}}`;
  if (apiKey === shownApiKey) return ok({ shown, apiKey: undefined });
  const most = limits.dataListApiKeyCharacters;
  return typeof apiKey === 'string' && apiKey.length <= most && printable.test(apiKey)
    ? ok({ shown, apiKey })
    : failure(`must be text of 1 to ${most} printable ASCII characters on one line, or null`);
}

/** Whether settings as they are stored tell of a key. */
export function hasApiKey(shown: string): boolean {
  const stored = readListConfig(shown);
  return stored.ok && stored.value.apiKey === undefined;
}

export const apiKeyLocation = (organizationId: string, listId: string): SecretLocation => ({
  organizationId,
  table: 'data_lists',
  rowId: listId,
  field: 'api_key',
});
