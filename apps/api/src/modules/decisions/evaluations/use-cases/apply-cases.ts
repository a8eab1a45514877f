import type { SettingsJson } from '@tamis/lang';

import type { Transaction } from '../../../../platform/database/index.js';
import type { Severity } from '../../../casework/alerts/index.js';
import { lockRaisedCase, raiseCase, type StoredCase } from '../../../casework/cases/index.js';
import {
  numberSetting,
  tagsSetting,
  type EffectOrigin,
  ruleOrigin,
  skippedJson,
  triggerOrigin,
  type EffectOf,
  type EffectReport,
  type FiredTrigger,
} from '../domain/effect-origin.js';

import { withEvaluationRefs } from '../domain/evaluation-events.js';
import type { RaisedAlert } from '../domain/evaluation-report.js';
import { type EvaluationSubject, snapshotOf } from '../domain/evaluation-subject.js';
import type { EffectTarget } from './apply-effects.js';
import type { Assignees } from './apply-alerts.js';

/** A case that somebody wants opened. */
export interface RequestedCase {
  readonly origin: EffectOrigin;
  readonly name: string;
  readonly priority: Severity;
  readonly description: string | null;
  readonly settings?: SettingsJson | undefined;
}

const hourMs = 3_600_000;

/** Those of rules, then those that scores set off: a transaction is reviewed as a case. */
export function requestedCases(
  { recordType }: EvaluationSubject,
  effects: readonly EffectOf<'openCase'>[],
  triggers: readonly FiredTrigger[],
): readonly RequestedCase[] {
  const isWanted = ({ trigger: { action } }: FiredTrigger): boolean =>
    action === 'create_investigation' || (action === 'require_review' && recordType === 'transaction');
  return [
    ...effects.map((effect) => ({
      origin: ruleOrigin(effect),
      name: effect.name,
      priority: effect.priority as Severity,
      description: null,
      settings: effect.settings,
    })),
    ...triggers.filter(isWanted).map((fired) => ({
      origin: triggerOrigin(fired),
      name: fired.trigger.name,
      priority: fired.trigger.priority,
      description: fired.trigger.description || null,
    })),
  ];
}

/** Open cases by the rule or matrix that has them about the entity of a run. */
export type OpenCases = ReadonlyMap<string, StoredCase>;

/** The open ones that are joined instead of opened again, locked. */
export async function lockOpenCases(
  client: Transaction,
  { subject: { organizationId, entity }, decided }: EffectTarget,
  wanted: readonly RequestedCase[],
): Promise<OpenCases> {
  const open = new Map<string, StoredCase>();
  if (!entity) return open;
  const room = decided.outcome.effects.length;
  for (const by of [...new Set(wanted.map(({ origin }) => origin.id))].sort()) {
    const found = await lockRaisedCase(client, organizationId, { by, entityId: entity.id, room });
    if (found) open.set(by, found);
  }
  return open;
}

/** What cases are opened with. */
export interface CaseSources {
  readonly requested: readonly RequestedCase[];
  readonly open: OpenCases;
  readonly raised: readonly RaisedAlert[];
  readonly assignees: Assignees;
}

/**
 * Opens cases with the alerts of the run: each with those of its own rule, the first with all that no other takes. A second one of a
 * rule about an entity is a duplicate, and its alerts go to the first.
 */
export async function applyCases(
  client: Transaction,
  { subject: { organizationId, entity }, now }: EffectTarget,
  { requested: wanted, open, raised, assignees }: CaseSources,
  { names, skipped, entries, events }: EffectReport,
): Promise<void> {
  const opened = new Map(open);
  const takers = new Set(wanted.map(({ origin }) => origin.id));
  const [first] = wanted;
  for (const each of wanted) {
    const { origin, settings } = each;
    const alertIds = raised.flatMap(({ alertId, ruleId, riskMatrixId }) => {
      const by = ruleId ?? riskMatrixId ?? '';
      return by === origin.id || (each === first && !takers.has(by)) ? [alertId] : [];
    });
    const hours = numberSetting(settings, 'dueInHours');
    const request = {
      name: each.name,
      priority: each.priority,
      description: each.description,
      entity: entity && snapshotOf(entity),
      alertIds,
      dueDate: hours === null ? null : new Date(now.getTime() + hours * hourMs),
      tags: tagsSetting(settings),
      ...(await assignees.resolve(settings, origin)),
    };
    const deed = { by: origin.id, at: now };
    const done = await raiseCase(client, organizationId, opened.get(origin.id), request, deed);
    if (!done.isNew) skipped.push(skippedJson(origin, 'duplicate'));
    opened.set(origin.id, done.investigation);
    entries.push(...done.entries.map((entry) => withEvaluationRefs(names, origin, entry)));
    events.push(...done.events);
  }
}
