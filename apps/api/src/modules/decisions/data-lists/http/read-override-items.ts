import type { ListItem } from '@tamis/lang';

import { atPath, invalid, validateElement } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { ListItemBody } from '../dto/add-items.body.js';

/** Returns an id for an item that is not stored. */
const syntheticId = (place: number): string => `00000000-0000-8000-8000-${place.toString(16).padStart(12, '0')}`;

const isLive = ({ isActive, expiresAt }: ListItemBody, now: Date): boolean =>
  (isActive ?? true) && (expiresAt == null || new Date(expiresAt) > now);

/**
 * Reads the overriding content of a list: values, or items in the form in which they are added. Throws 400 with paths relative to the
 * array.
 */
export function readOverrideItems(sent: unknown, now: Date): readonly ListItem[] {
  if (!Array.isArray(sent)) throw invalid({ '': 'must be an array of values or items' });
  if (sent.length > limits.givenListItems) throw invalid({ '': `must hold at most ${limits.givenListItems} items` });
  return sent.flatMap((each: unknown, place) => {
    const body = atPath(`[${place}]`, () => toItemBody(each));
    return isLive(body, now) ? [toListItem(body, place)] : [];
  });
}

function toItemBody(sent: unknown): ListItemBody {
  if (typeof sent === 'string') return validateElement(ListItemBody, { primaryValue: sent });
  if (typeof sent === 'object' && sent !== null && !Array.isArray(sent)) return validateElement(ListItemBody, sent);
  throw invalid({ '': 'must be text or an item' });
}

function toListItem(body: ListItemBody, place: number): ListItem {
  const { primaryValue, searchKeys, category, riskScore, severity, reason, itemData, metadata } = body;
  return {
    id: syntheticId(place),
    primaryValue,
    searchKeys: searchKeys ?? [],
    category: category ?? null,
    riskScore: riskScore ?? null,
    severity: severity ?? null,
    reason: reason ?? null,
    itemData: (itemData ?? null) as ListItem['itemData'],
    metadata: (metadata ?? null) as ListItem['metadata'],
  };
}
