import { failure, ok, type Result } from '@tamis/stdx';

import type { Transaction } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { itemMembers } from './read-row.js';
import { syncLimits } from './sync-limits.js';

const syncFormats = ['csv', 'json', 'jsonl', 'text'] as const;
export type SyncFormat = (typeof syncFormats)[number];

/** Where the items of a list are synced from, and how often. */
export interface SyncSettings {
  readonly url: string;
  readonly everyMs: number;
  /** `null` to detect the format from the file. */
  readonly format: SyncFormat | null;
  /** Name of the member that contains the items, for a JSON file that is an object. */
  readonly itemsMember: string;
  /** The header that contains the key without a prefix; `null` for `Authorization: Bearer`. */
  readonly keyHeader: string | null;
  /** Maps each column or member of the file to a field of the item. */
  readonly mapping: ReadonlyMap<string, string>;
}

/** Schedules syncs of lists. Implemented by the module `list-syncs`, since lists do not depend on syncs. */
export abstract class ListSyncs {
  /** Changes the sync settings of a list; `null` ends its syncs. */
  abstract reschedule(
    client: Transaction,
    list: { readonly organizationId: string; readonly id: string },
    settings: SyncSettings | null,
  ): Promise<void>;
}

/** Problems by path of the field. */
export type SettingsProblems = Readonly<Record<string, string>>;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const namedFrequencies: Readonly<Record<string, number>> = {
  hourly: 60 * minuteMs,
  daily: dayMs,
  weekly: 7 * dayMs,
  monthly: 30 * dayMs,
};
const unitMs: Readonly<Record<string, number>> = { m: minuteMs, h: 60 * minuteMs, d: dayMs };

/** Returns the frequency in milliseconds; `null` if it is not valid. */
function frequencyMs(text: unknown): number | null {
  if (typeof text !== 'string') return null;
  if (Object.hasOwn(namedFrequencies, text)) return namedFrequencies[text]!;
  const [, count, unit] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? [];
  if (count === undefined) return null;
  const everyMs = Number(count) * unitMs[unit!]!;
  return everyMs >= syncLimits.everyMs.least && everyMs <= syncLimits.everyMs.most ? everyMs : null;
}

const frequencyText = `must be hourly, daily, weekly, monthly, or a time from 15m to 31d such as 30m, 6h or 2d`;

/** Headers that the client sets itself, or that belong to the connection or the body. */
const reservedHeaders =
  /^(?:host|connection|content-.*|transfer-encoding|te|trailer|upgrade|accept-encoding|if-.*|proxy-.*|cookie|expect|keep-alive)$/i;
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;

/** Whether a mapping target is a field of an item, or a member of one of the objects it contains. */
const isTarget = (target: string): boolean =>
  itemMembers.includes(target) || /^(?:itemData|metadata)\.[^.]{1,200}$/.test(target);

/**
 * Returns the sync settings of a list; `null` if `autoSync` is not on. In that case the other fields have no meaning until a sync is
 * requested.
 *
 * @param config as it is stored, with dots for the key
 * @param isAsked somebody asks for one
 */
export function readSyncSettings(
  config: string,
  fieldMappings: string,
  isAsked = false,
): Result<SyncSettings | null, SettingsProblems> {
  const sent = JSON.parse(config) as Readonly<Record<string, unknown>>;
  if (sent['autoSync'] !== undefined && sent['autoSync'] !== null && typeof sent['autoSync'] !== 'boolean')
    return failure({ 'config.autoSync': 'must be true or false' });
  if (sent['autoSync'] !== true && !isAsked) return ok(null);
  const problems: Record<string, string> = {};
  const {
    externalUrl: url,
    syncFrequency = 'daily',
    format = null,
    itemsMember = 'items',
    apiKeyHeader: keyHeader = null,
  } = sent;
  if (typeof url !== 'string' || url === '')
    problems['config.externalUrl'] = 'is required: the address of the file with the items';
  else if (url.length > limits.webhookUrlCharacters)
    problems['config.externalUrl'] = `must be at most ${limits.webhookUrlCharacters} characters`;
  const everyMs = frequencyMs(syncFrequency);
  if (everyMs === null) problems['config.syncFrequency'] = frequencyText;
  if (format !== null && !(syncFormats as readonly unknown[]).includes(format))
    problems['config.format'] = `must be one of ${syncFormats.join(', ')}`;
  if (typeof itemsMember !== 'string' || itemsMember === '' || itemsMember.length > limits.fieldPathCharacters)
    problems['config.itemsMember'] = 'must be the name of a member';
  if (keyHeader !== null && (typeof keyHeader !== 'string' || !headerName.test(keyHeader)))
    problems['config.apiKeyHeader'] = 'must be the name of a header';
  else if (keyHeader !== null && reservedHeaders.test(keyHeader))
    problems['config.apiKeyHeader'] = `must not be ${keyHeader}, which is set already`;
  const mapping = Object.entries(JSON.parse(fieldMappings) as Readonly<Record<string, string>>);
  for (const [name, target] of mapping)
    if (!isTarget(target))
      problems[`fieldMappings.${name}`] =
        `must be ${itemMembers.join(', ')}, itemData.<name> or metadata.<name>, not ${target}`;
  if (Object.keys(problems).length > 0) return failure(problems);
  return ok({
    url: url as string,
    everyMs: everyMs!,
    format: format as SyncFormat | null,
    itemsMember: itemsMember as string,
    keyHeader: keyHeader as string | null,
    mapping: new Map(mapping),
  });
}

/** Returns the sync settings of a stored list. Settings stored with `autoSync` were already validated. */
export function syncSettingsOf(stored: {
  readonly config: string;
  readonly fieldMappings: string;
}): SyncSettings | null {
  const settings = readSyncSettings(stored.config, stored.fieldMappings);
  return settings.ok ? settings.value : null;
}

/** Returns the origin (protocol, host and port) for which the key of a list is intended; `null` if there is none. */
export function originOf(config: string): string | null {
  const { externalUrl } = JSON.parse(config) as { readonly externalUrl?: unknown };
  return typeof externalUrl === 'string' && URL.canParse(externalUrl) ? new URL(externalUrl).origin : null;
}
