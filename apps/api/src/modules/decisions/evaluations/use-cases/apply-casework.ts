import type { JsonValue } from '@tamis/stdx';
import {
  alertPermissions,
  writeAlerts,
  type AlertType,
  type NewAlert,
  type Severity,
} from '../../../casework/alerts/index.js';
import {
  type EffectOrigin,
  ruleOrigin,
  triggerOrigin,
  skippedJson,
  type EffectOf,
  type EffectReport,
  type FiredTrigger,
  tagsSetting,
  textSetting,
  numberSetting,
} from '../domain/effect-origin.js';
import { holesWithoutDerived } from '../domain/masking.js';
import { conditionsOf, matrixOf, ruleOf, alertRaisedEntry, withEvaluationRefs } from '../domain/evaluation-events.js';
import type { RaisedAlert } from '../domain/evaluation-report.js';
import { snapshotOf, type EvaluationSubject } from '../domain/evaluation-subject.js';
import type { EffectTarget } from './apply-effects.js';
import type { SettingsJson } from '@tamis/lang';
import { isUUID } from 'class-validator';
import type { Transaction } from '../../../../platform/database/index.js';
import { casePermissions, lockRaisedCase, raiseCase, type StoredCase } from '../../../casework/cases/index.js';
import { assigneeExists, assigneeMay } from '../../../tenancy/members/index.js';
import type { Permission } from '../../../../platform/auth/index.js';

type Assignee = EffectOf<'assign'>['to'];

/** Members of an alert or case that say who has to handle it. */
interface Assignment {
  readonly assignedTo: string | null;
  readonly assignedToType: Assignee['type'] | null;
}

/** Why something is not assigned to the assignee that a rule names. */
interface Problem {
  readonly code: string;
  readonly message: string;
}

/** Determines who the alerts and cases of one evaluation are assigned to. */
export class Assignees {
  private readonly problemsCache = new Map<string, Problem | null>();
  private evaluationAssignee: Assignee | null = null;

  constructor(
    private readonly client: Transaction,
    private readonly organizationId: string,
    private readonly report: EffectReport,
  ) {}

  /** Returns the first existing assignee that rules name, in the order of effects: highest priority first, then oldest rule. */
  async resolveForEvaluation(effects: readonly EffectOf<'assign'>[]): Promise<Assignee | null> {
    for (const effect of effects) {
      const origin = ruleOrigin(effect);
      if (this.evaluationAssignee) this.report.skipped.push(skippedJson(origin, 'duplicate'));
      else if (await this.may(effect.to, origin, [...alertPermissions, ...casePermissions]))
        this.evaluationAssignee = effect.to;
    }
    return this.evaluationAssignee;
  }

  /** Returns the assignee in the settings of the action, or otherwise that of the evaluation, who have one of the permissions. */
  async resolve(
    settings: SettingsJson | undefined,
    origin: EffectOrigin,
    permissions: readonly Permission[],
  ): Promise<Assignment> {
    const id = settings?.['assignedTo'];
    const own =
      typeof id === 'string'
        ? ({ type: settings?.['assignedToType'] === 'team' ? 'team' : 'user', id } as const)
        : null;
    for (const to of [own, this.evaluationAssignee])
      if (to && (await this.may(to, origin, permissions))) return { assignedTo: to.id, assignedToType: to.type };
    return { assignedTo: null, assignedToType: null };
  }

  private async may(to: Assignee, origin: EffectOrigin, permissions: readonly Permission[]): Promise<boolean> {
    const key = [to.type, to.id, ...permissions].join(' ');
    const known = this.problemsCache.get(key);
    const problem = known === undefined ? await this.findProblem(to, permissions) : known;
    this.problemsCache.set(key, problem);
    if (problem) this.report.failures.push({ origin, ...problem });
    return problem === null;
  }

  private async findProblem(to: Assignee, permissions: readonly Permission[]): Promise<Problem | null> {
    const { client, organizationId } = this;
    const isId = isUUID(to.id);
    if (isId && (await assigneeMay(client, organizationId, to, permissions))) return null;
    if (isId && (await assigneeExists(client, organizationId, to)))
      return { code: 'ASSIGNEE_NOT_PERMITTED', message: `the member lacks the permission ${permissions.join(' or ')}` };
    const message =
      to.type === 'user' ? 'there is no such active member' : 'there is no such team; name a team by its id';
    return { code: 'ASSIGNEE_NOT_FOUND', message };
  }
}

type AlertEffect = EffectOf<'createAlert'>;

export interface AppliedAlerts {
  /** Alerts in the format of `actionsExecuted.alerts`. */
  readonly views: readonly JsonValue[];
  /** Newly created alerts, excluding those counted on an earlier one. */
  readonly raised: readonly RaisedAlert[];
}

/** What the alerts are raised by. */
export interface AlertSources {
  readonly effects: readonly AlertEffect[];
  readonly triggers: readonly FiredTrigger[];
  readonly assignees: Assignees;
}

interface RequestedAlert {
  readonly origin: EffectOrigin;
  readonly alert: NewAlert;
}

const hourMs = 3_600_000;

/**
 * Raises the alerts of an evaluation, which are stored together with it. They have its logical time, like the windows that suppress them.
 */
export async function applyAlerts(
  target: EffectTarget,
  { effects, triggers, assignees }: AlertSources,
  { names, entries }: EffectReport,
): Promise<AppliedAlerts> {
  const wanted: RequestedAlert[] = [];
  for (const effect of effects) {
    const origin = ruleOrigin(effect);
    wanted.push({
      origin,
      alert: { ...ruleAlert(effect, target), ...(await assignees.resolve(effect.settings, origin, alertPermissions)) },
    });
  }
  for (const fired of triggers) {
    if (fired.trigger.action !== 'create_alert') continue;
    const origin = triggerOrigin(fired);
    wanted.push({
      origin,
      alert: { ...scoreTriggerAlert(fired, target), ...(await assignees.resolve(undefined, origin, alertPermissions)) },
    });
  }
  if (wanted.length === 0) return { views: [], raised: [] };
  const alerts = wanted.map(({ alert }) => alert);
  const written = await writeAlerts(target.alerts, alerts, target.subject.now);
  const raised: RaisedAlert[] = [];
  const shown = wanted.map(({ origin, alert }, index): JsonValue => {
    const { alertId, deduplicated } = written[index]!;
    if (!deduplicated) {
      const each = { ...alert, alertId };
      raised.push(each);
      entries.push(alertRaisedEntry(names, origin, each));
    }
    const { title, severity } = alert;
    return { alertId, ...origin.related, title, severity, ...(deduplicated && { deduplicatedInto: alertId }) };
  });
  return { views: shown, raised };
}

/** Fields about the evaluation that all of its alerts have in common. */
const evaluationFields = ({ subject, decided }: EffectTarget) => ({
  evaluationId: decided.run.evaluationId,
  ruleSetVersion: decided.set.version,
  transactionId: subject.recordType === 'transaction' ? subject.recordId : null,
  userEventId: subject.recordType === 'user_event' ? subject.recordId : null,
  entity: subject.entity && snapshotOf(subject.entity),
});

function ruleAlert(effect: AlertEffect, target: EffectTarget): NewAlert {
  const { decided } = target;
  const rule = ruleOf(decided, effect.ruleId);
  return {
    ...evaluationFields(target),
    title: effect.title,
    severity: effect.severity as Severity,
    type: effect.type as AlertType,
    description: textSetting(effect.settings, 'description'),
    category: textSetting(effect.settings, 'category'),
    tags: tagsSetting(effect.settings),
    ruleId: effect.ruleId,
    ruleVersion: effect.ruleVersion,
    riskMatrixId: matrixOf(decided, rule),
    riskContribution: rule.checked.score,
    triggerCondition: {
      ruleName: rule.checked.name,
      values: holesWithoutDerived(rule, effect.values) as JsonValue,
      conditions: conditionsOf(decided, rule),
    },
    dedupe: effect.dedupe && {
      key: effect.dedupe.value,
      windowMs: effect.dedupe.hours === null ? null : effect.dedupe.hours * hourMs,
    },
  };
}

function scoreTriggerAlert({ matrix, trigger, riskScore, totalScore }: FiredTrigger, target: EffectTarget): NewAlert {
  const { field, operator, value } = trigger.condition;
  return {
    ...evaluationFields(target),
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

/** A case that is requested. */
interface RequestedCase {
  readonly origin: EffectOrigin;
  readonly name: string;
  readonly priority: Severity;
  readonly description: string | null;
  readonly settings?: SettingsJson | undefined;
}

/** Returns the cases requested by rules, then those triggered by scores: for a transaction, a review is requested as a case. */
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

/** Open cases about the entity of an evaluation, by the rule or matrix that opened them. */
type OpenCases = ReadonlyMap<string, StoredCase>;

/** Returns and locks the open cases that are reused instead of opening new ones. */
export async function lockOpenCases(
  client: Transaction,
  { subject: { organizationId, entity }, decided }: EffectTarget,
  wanted: readonly RequestedCase[],
  triggers: readonly FiredTrigger[],
): Promise<OpenCases> {
  const open = new Map<string, StoredCase>();
  if (!entity) return open;
  // Each effect and each trigger raises at most one alert.
  const room = decided.outcome.effects.length + triggers.length;
  for (const by of [...new Set(wanted.map(({ origin }) => origin.id))].sort()) {
    const found = await lockRaisedCase(client, organizationId, { by, entityId: entity.id, room });
    if (found) open.set(by, found);
  }
  return open;
}

/** What cases are opened with. */
interface CaseSources {
  readonly requested: readonly RequestedCase[];
  readonly open: OpenCases;
  readonly raised: readonly RaisedAlert[];
  readonly assignees: Assignees;
}

/**
 * Opens cases with the alerts of the evaluation. Each case gets the alerts of its own rule, and the first one all that no other takes. A
 * second case of a rule about the same entity is a duplicate, and its alerts are added to the first.
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
      ...(await assignees.resolve(settings, origin, casePermissions)),
    };
    const deed = { by: origin.id, at: now };
    const done = await raiseCase(client, organizationId, opened.get(origin.id), request, deed);
    if (!done.isNew) skipped.push(skippedJson(origin, 'duplicate'));
    opened.set(origin.id, done.investigation);
    entries.push(...done.entries.map((entry) => withEvaluationRefs(names, origin, entry)));
    events.push(...done.events);
  }
}
