import { csvLine } from '@tamis/stdx';

import { toShare } from '../domain/shares.js';
import type { StoredDecision } from '../persistence/decision-store.js';

/** What an auditor requires about a decision: who, when, why, and which versions it was based on. */
const columns: readonly (readonly [name: string, value: (decision: StoredDecision) => string | null])[] = [
  ['decidedAt', ({ decidedAt }) => decidedAt.toISOString()],
  ['decision', ({ decision }) => decision],
  ['scope', ({ scope }) => scope],
  ['reason', ({ reason }) => reason],
  ['expiresAt', ({ expiresAt }) => expiresAt?.toISOString() ?? null],
  ['decidedByType', ({ decidedBy }) => decidedBy.type],
  ['decidedById', ({ decidedBy }) => decidedBy.id],
  ['decidedByName', ({ decidedBy }) => decidedBy.name],
  ['requestedById', ({ requestedBy }) => requestedBy?.id ?? null],
  ['requestedByName', ({ requestedBy }) => requestedBy?.name ?? null],
  ['entityId', ({ entityId }) => entityId],
  ['list', ({ list }) => list],
  ['entryId', ({ entry }) => entry.id],
  ['entryContentHash', ({ entry }) => entry.contentHash],
  ['score', ({ score }) => String(toShare(score))],
  ['listVersion', ({ listVersion }) => listVersion],
  ['profileId', ({ profileId }) => profileId],
  ['profileVersion', ({ profileVersion }) => String(profileVersion)],
  ['engineVersion', ({ engineVersion }) => engineVersion],
  ['screeningId', ({ screeningId }) => screeningId],
  ['matchId', ({ matchId }) => matchId],
  ['replaces', ({ replaces }) => replaces],
  ['id', ({ id }) => id],
];

export const decisionsHeading = csvLine(columns.map(([name]) => name));

export const decisionLine = (decision: StoredDecision): string => csvLine(columns.map(([, value]) => value(decision)));
