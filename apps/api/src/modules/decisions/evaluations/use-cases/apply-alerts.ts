import type { JsonValue } from '@tamis/stdx';
import { writeAlerts, type AlertType, type NewAlert, type Severity, assigneeExists } from '../../../casework/alerts/index.js';
import { type EffectOrigin, ruleOrigin, triggerOrigin, skippedJson, type EffectOf, type EffectReport, type FiredTrigger, tagsOf, textOf } from '../domain/effect-origin.js';


import { conditionsOf, ruleOf, alertRaised } from '../domain/run-events.js';

import type { RaisedAlert } from '../domain/run-report.js';
import { snapshotOf } from '../domain/run-subject.js';

import type { EffectTarget } from './apply-effects.js';
import type { SettingsJson } from '@tamis/lang';
import { isUUID } from 'class-validator';
import type { TransactionClient } from '../../../../platform/database/index.js';

type Assignee = EffectOf<'assign'>['to'];

/** The members of an alert or case that say who is to look at it. */
interface AssignedTo {
  readonly assignedTo: string | null;
  readonly assignedToType: Assignee['type'] | null;
}

/** Who gets the alerts and cases of one run. */
export class Assignees {
  private readonly known = new Map<string, boolean>();
  private run: Assignee | null = null;

  constructor(
    private readonly client: TransactionClient,
    private readonly organizationId: string,
    private readonly report: EffectReport,
  ) {}

  /** Of those whom rules name the first who exists, in the order of effects: the highest priority, then the oldest rule. */
  async ofRun(effects: readonly EffectOf<'assign'>[]): Promise<Assignee | null> {
    for (const effect of effects) {
      const origin = ruleOrigin(effect);
      if (this.run) this.report.skipped.push(skippedJson(origin, 'duplicate'));
      else if (await this.exists(effect.to, origin)) this.run = effect.to;
    }
    return this.run;
  }

  /** Whom its own settings name; else whom the run is assigned to. */
  async of(settings: SettingsJson | undefined, origin: EffectOrigin): Promise<AssignedTo> {
    const id = settings?.['assignedTo'];
    const own =
      typeof id === 'string'
        ? ({ type: settings?.['assignedToType'] === 'team' ? 'team' : 'user', id } as const)
        : null;
    const to = own && (await this.exists(own, origin)) ? own : this.run;
    return { assignedTo: to?.id ?? null, assignedToType: to?.type ?? null };
  }

  private async exists({ type, id }: Assignee, origin: EffectOrigin): Promise<boolean> {
    const key = `${type} ${id}`;
    const exists = this.known.get(key) ?? (isUUID(id) && (await this.isThere(type, id)));
    this.known.set(key, exists);
    if (!exists) {
      const message = type === 'user' ? 'there is no such active member' : 'a team is named by its id';
      this.report.failures.push({ origin, code: 'ASSIGNEE_NOT_FOUND', message });
    }
    return exists;
  }

  private isThere(assignedToType: Assignee['type'], assignedTo: string): Promise<boolean> {
    return assigneeExists(this.client, this.organizationId, { assignedTo, assignedToType });
  }
}

type AlertEffect = EffectOf<'createAlert'>;

export interface AppliedAlerts {
  /** As `actionsExecuted.alerts` lists them. */
  readonly shown: readonly JsonValue[];
  /** Those that are new, and not counted on an earlier one. */
  readonly raised: readonly RaisedAlert[];
}

/** What alerts are raised by. */
export interface AlertSources {
  readonly effects: readonly AlertEffect[];
  readonly triggers: readonly FiredTrigger[];
  readonly assignees: Assignees;
}

interface WantedAlert {
  readonly origin: EffectOrigin;
  readonly alert: NewAlert;
}

const hourMs = 3_600_000;

/** Raises the alerts of a run, which are stored with the batch. They belong to the logical time of the run, as the windows that suppress them do. */
export async function applyAlerts(
  target: EffectTarget,
  { effects, triggers, assignees }: AlertSources,
  { names, entries }: EffectReport,
): Promise<AppliedAlerts> {
  const wanted: WantedAlert[] = [];
  for (const effect of effects) {
    const origin = ruleOrigin(effect);
    wanted.push({ origin, alert: { ...ofRule(effect, target), ...(await assignees.of(effect.settings, origin)) } });
  }
  for (const fired of triggers) {
    if (fired.trigger.action !== 'create_alert') continue;
    const origin = triggerOrigin(fired);
    wanted.push({ origin, alert: { ...ofScore(fired, target), ...(await assignees.of(undefined, origin)) } });
  }
  if (wanted.length === 0) return { shown: [], raised: [] };
  const alerts = wanted.map(({ alert }) => alert);
  const written = await writeAlerts(target.alerts, alerts, target.subject.now);
  const raised: RaisedAlert[] = [];
  const shown = wanted.map(({ origin, alert }, index): JsonValue => {
    const { alertId, deduplicated } = written[index]!;
    if (!deduplicated) {
      const each = { ...alert, alertId };
      raised.push(each);
      entries.push(alertRaised(names, origin, each));
    }
    const { title, severity } = alert;
    return { alertId, ...origin.related, title, severity, ...(deduplicated && { deduplicatedInto: alertId }) };
  });
  return { shown, raised };
}

/** What every alert of a run says of it. */
const ofRun = ({ subject, decided }: EffectTarget) => ({
  evaluationId: decided.run.evaluationId,
  ruleSetVersion: decided.set.version,
  transactionId: subject.recordType === 'transaction' ? subject.recordId : null,
  userEventId: subject.recordType === 'user_event' ? subject.recordId : null,
  entity: subject.entity && snapshotOf(subject.entity),
});

function ofRule(effect: AlertEffect, target: EffectTarget): NewAlert {
  const { decided } = target;
  const rule = ruleOf(decided, effect.ruleId);
  return {
    ...ofRun(target),
    title: effect.title,
    severity: effect.severity as Severity,
    type: effect.type as AlertType,
    description: textOf(effect.settings, 'description'),
    category: textOf(effect.settings, 'category'),
    tags: tagsOf(effect.settings),
    ruleId: effect.ruleId,
    ruleVersion: effect.ruleVersion,
    riskContribution: rule.checked.score,
    triggerCondition: {
      ruleName: rule.checked.name,
      values: effect.values as JsonValue,
      conditions: conditionsOf(decided, rule),
    },
    dedupe: effect.dedupe && {
      key: effect.dedupe.value,
      windowMs: effect.dedupe.hours === null ? null : effect.dedupe.hours * hourMs,
    },
  };
}

function ofScore({ matrix, trigger, riskScore, totalScore }: FiredTrigger, target: EffectTarget): NewAlert {
  const { field, operator, value } = trigger.condition;
  return {
    ...ofRun(target),
    title: trigger.name,
    severity: trigger.priority,
    type: target.subject.recordType === 'transaction' ? 'TRANSACTION_MONITORING' : 'COMPLIANCE',
    description: trigger.description || null,
    ruleId: null,
    ruleVersion: null,
    riskMatrixId: matrix.matrixId,
    sourceSystem: 'risk_matrix',
    riskContribution: totalScore,
    triggerCondition: {
      ruleName: trigger.name,
      threshold: value,
      actual: riskScore,
      conditions: [{ field, operator, expectedValue: value, actualValue: riskScore, outcome: 'true' }],
    },
  };
}
