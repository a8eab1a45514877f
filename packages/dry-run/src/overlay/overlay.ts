import type { CompiledRuleSet, Context, Effect, RecordSource, EvaluationOutcome, StoredRecord } from '@tamis/engine';
import type { DataTables } from '@tamis/lang';
import { nextTransactionStatuses, transactionStatuses } from '@tamis/library';
import { isObject, parseInstant } from '@tamis/stdx';
import type { ListChange, EvaluationEvent, StatusChange } from '../events/replay-event.js';
import { AlertLog } from './alert-log.js';
import { isEntityEvaluation, OverlaidEntities, textAt } from './overlaid-entities.js';
import { OverlaidList } from './overlaid-list.js';
import type { OverlayNeeds } from './overlay-needs.js';

type EffectOf<K extends Effect['kind']> = Extract<Effect, { readonly kind: K }>;

/** The changes by an evaluation to the data that the side reads later, in this order. */
export interface OverlayChanges {
  readonly lists: readonly ListChange[];
  readonly alerts: readonly StoredRecord[];
}

/** The inclusive logical times of the evaluations, in milliseconds since 1970 UTC. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

interface RaisedAlert {
  readonly id: string;
  /** The deduplication key of the rule; `null` if it raises an alert each time. */
  readonly key: string | null;
}

/** Returns the rule and the record of an alert as a key: an evaluation raises one alert for each rule. */
const alertSubjectKey = (ruleId: string, alert: StoredRecord): string =>
  [ruleId, textAt(alert, 'transactionId') ?? textAt(alert, 'userEventId') ?? textAt(alert, 'targetEntityId')].join(' ');

/** The effects of an evaluation on its payment. */
interface TransactionOverlay {
  readonly riskScore: number;
  readonly decision: string;
  readonly flagged: boolean;
  readonly hasAlert: boolean;
  /** `null` if no rule set a status that still applies. `was` is the status of the record at that time. */
  readonly statusChange: { readonly status: string; readonly was: unknown } | null;
}

/** Returns the id of a linked party of a payment; a record without its entities only contains their ids. */
function partyId(context: Context, role: 'origin' | 'destination'): string | null {
  const entity = context[`${role}Entity`];
  if (entity === undefined) return textAt(context, `${role}EntityId`);
  return isObject(entity) ? textAt(entity, 'id') : null;
}

/** Returns the entity that the alerts of an evaluation are about. */
function subjectEntityId({ target, context }: EvaluationEvent): string | null {
  if (target === 'transaction') return partyId(context, 'origin') ?? partyId(context, 'destination');
  return textAt(context, target === 'userEvent' ? 'entityId' : 'id');
}

/** Returns an alert like a live one; the assignee of an alert that was not really raised is unknown. */
function alertRecord(
  id: string,
  effect: EffectOf<'createAlert'>,
  riskContribution: number,
  event: EvaluationEvent,
): StoredRecord {
  const at = new Date(event.now).toISOString();
  const { settings = {} } = effect;
  return {
    id,
    name: effect.title,
    description: textAt(settings, 'description'),
    type: effect.type,
    category: textAt(settings, 'category'),
    severity: effect.severity,
    priority: effect.severity,
    status: 'OPEN',
    sourceSystem: 'rules_engine',
    ruleId: effect.ruleId,
    transactionId: event.target === 'transaction' ? event.id : null,
    userEventId: event.target === 'userEvent' ? event.id : null,
    targetEntityId: subjectEntityId(event),
    riskContribution,
    duplicateCount: 0,
    tags: settings['tags'] ?? [],
    createdAt: at,
    updatedAt: at,
    lastSeenAt: at,
  };
}

/**
 * The effects of one side on the data that it reads later: items its rules add to lists, statuses they set, alerts they raise, and the
 * score, decision and flag that each evaluation stores on its record. Later events see them, as in live operation. Recorded items and
 * alerts of rules in the period are not seen, because the side creates its own. Cases are as in the events.
 */
export class Overlay {
  private createdIds = 0;
  private readonly log = new AlertLog();
  private readonly transactions = new Map<string, TransactionOverlay>();
  private readonly entities = new OverlaidEntities();
  /** The existing lists by id: rules add items only to these. */
  private readonly lists = new Map<string, OverlaidList>();
  /** The alerts that the side raised, by rule and record. */
  private readonly raisedAlerts = new Map<string, RaisedAlert>();
  /** The recorded alerts of the period, by rule and record, which give the state of an alert of the side that was really raised. */
  private readonly recordedAlerts = new Map<string, StoredRecord>();
  /** The ids of alerts that rules raised before the first evaluation. */
  private readonly alertsBeforePeriod = new Set<string>();
  /** The scores by rule id. */
  private readonly scores: ReadonlyMap<string, number>;

  constructor(
    private readonly needs: OverlayNeeds,
    rules: CompiledRuleSet['rules'],
    private readonly period: Period,
    lists: DataTables['lists'] = {},
  ) {
    this.scores = new Map(rules.map(({ content, checked }) => [content.ruleId, checked.score]));
    for (const [listId, { type, items }] of Object.entries(lists))
      this.applyListChange({ kind: 'list', listId, type, add: items }, false);
  }

  /** Returns the subject as the side sees it. */
  overlayContext(event: EvaluationEvent): Context {
    const context = this.overlayEntities(event);
    return event.target === 'transaction' && this.needs.transactions ? this.overlayTransaction(context) : context;
  }

  /** Returns the recorded subject with its entities as the side sees them. */
  overlayEntities(event: EvaluationEvent): Context {
    return this.needs.entities ? this.entities.overlayContext(event.context, isEntityEvaluation(event)) : event.context;
  }

  /**
   * Returns an arriving record as the side sees it; `null` if it does not see it. `hasBegun` means that evaluations of the period came
   * before it.
   */
  overlayRecord(record: StoredRecord, source: RecordSource, hasBegun: boolean): StoredRecord | null {
    if (source === 'alerts' && this.needs.alerts) return this.overlayAlert(record, hasBegun);
    return source === 'transactions' && this.needs.transactions ? this.overlayTransaction(record) : record;
  }

  /** Returns a recorded change of a list as the side sees it. With `isHidden`, its additions are not seen. */
  applyListChange(change: ListChange, isHidden: boolean): ListChange {
    const list = this.lists.get(change.listId) ?? new OverlaidList();
    this.lists.set(change.listId, list);
    return list.applyRecordedChange(change, isHidden);
  }

  applyStatusChange(move: StatusChange): void {
    if (this.needs.entities) this.entities.applyStatusChange(move);
  }

  /**
   * Records the effects of an evaluation. `outcomes` contains that of the evaluation for the response and, if there is one, that of the
   * evaluation after the response.
   */
  recordOutcomes(event: EvaluationEvent, outcomes: readonly EvaluationOutcome[]): OverlayChanges {
    const { needs } = this;
    const effects = outcomes.flatMap((outcome) =>
      outcome.effects.filter(({ mode, skipped }) => mode === 'apply' && skipped === null),
    );
    const ofKind = <K extends Effect['kind']>(kind: K): readonly EffectOf<K>[] =>
      effects.filter((effect): effect is EffectOf<K> => effect.kind === kind);
    const statuses = ofKind('setStatus');
    const raised = ofKind('createAlert').filter((effect) => this.log.countRaised([effect], event.now) > 0);
    const [answered] = outcomes as readonly [EvaluationOutcome];
    if (needs.entities) this.entities.recordEffects(event, statuses, answered.riskScore);
    if (needs.transactions && event.target === 'transaction') {
      const wanted = statuses.flatMap(({ target, status }) => (target.type === 'transaction' ? [status] : []));
      this.updateTransaction(event, answered, wanted, raised.length > 0);
    }
    return {
      lists: needs.lists.size > 0 ? ofKind('addToList').flatMap((effect) => this.addListItem(effect)) : [],
      alerts: needs.alerts ? raised.map((effect) => this.createAlert(effect, event)) : [],
    };
  }

  /** A recorded alert that the side also raised replaces the side's own, with its assignee and whether it is closed. */
  private overlayAlert(alert: StoredRecord, hasBegun: boolean): StoredRecord | null {
    const ruleId = textAt(alert, 'ruleId');
    if (ruleId === null) return alert;
    if (!this.isFromPeriod(alert, hasBegun)) {
      this.registerAlert(alert, textAt(alert, 'dedupeKey'));
      return alert;
    }
    const about = alertSubjectKey(ruleId, alert);
    const own = this.raisedAlerts.get(about);
    if (!own) {
      this.recordedAlerts.set(about, alert);
      return null;
    }
    this.registerAlert(alert, own.key);
    return { ...alert, id: own.id };
  }

  /** Live evaluations suppress further alerts for the same key while this one exists. */
  private registerAlert(alert: StoredRecord, key: string | null): void {
    const [ruleId, time] = [textAt(alert, 'ruleId'), parseInstant(textAt(alert, 'createdAt') ?? '') ?? NaN];
    if (ruleId !== null && key !== null && !Number.isNaN(time))
      this.log.addExisting({ ruleId, key, time, isClosed: alert['status'] === 'RESOLVED' });
  }

  /** Whether a rule raised an alert, or an earlier version of it, in an evaluation of the period. */
  private isFromPeriod(alert: StoredRecord, hasBegun: boolean): boolean {
    if (textAt(alert, 'ruleId') === null) return false;
    const { from, to } = this.period;
    // Its time is the logical time of its evaluation, which may arrive later if history was imported.
    const at = parseInstant(textAt(alert, 'createdAt') ?? '') ?? NaN;
    if (at < from || at > to) return false;
    if (Number.isFinite(from) && at >= from) return true;
    const id = textAt(alert, 'id') ?? '';
    if (!hasBegun) this.alertsBeforePeriod.add(id);
    return !this.alertsBeforePeriod.has(id);
  }

  /** The ids are numbered, so that a repeated evaluation gives effects the same ids. */
  private newId(): string {
    this.createdIds += 1;
    return `overlay-${this.createdIds}`;
  }

  private createAlert(effect: EffectOf<'createAlert'>, event: EvaluationEvent): StoredRecord {
    const made = alertRecord(this.newId(), effect, this.scores.get(effect.ruleId) ?? 0, event);
    const about = alertSubjectKey(effect.ruleId, made);
    const own = { id: made['id'] as string, key: effect.dedupe?.value ?? null };
    this.raisedAlerts.set(about, own);
    const recorded = this.recordedAlerts.get(about);
    if (!recorded) return made;
    this.registerAlert(recorded, own.key);
    return { ...recorded, id: own.id };
  }

  private addListItem({ listId, value, reason }: EffectOf<'addToList'>): readonly ListChange[] {
    const id = this.newId();
    const isAdded = value !== null && this.needs.lists.has(listId) && this.lists.get(listId)?.add(value, id) === true;
    return isAdded ? [{ kind: 'list', listId, type: 'custom', add: [{ id, primaryValue: value, reason }] }] : [];
  }

  /** `wanted` contains the statuses that rules set; the payment gets the first valid one. */
  private updateTransaction(
    { id, context }: EvaluationEvent,
    { riskScore, decision, suggestion }: EvaluationOutcome,
    wanted: readonly string[],
    isRaised: boolean,
  ): void {
    const allowed = nextTransactionStatuses(
      textAt(this.overlayTransaction(context), 'status') ?? transactionStatuses[0],
    );
    const status = wanted.find((each) => allowed.includes(each));
    const before = this.transactions.get(id);
    const hasAlert = isRaised || before?.hasAlert === true;
    const moved = status === undefined ? (before?.statusChange ?? null) : { status, was: context['status'] };
    this.transactions.set(id, {
      riskScore,
      decision,
      flagged: hasAlert || suggestion !== null,
      hasAlert,
      statusChange: moved,
    });
  }

  /** A status change is kept while the record has the same status as then: a different status was set by someone else. */
  private overlayTransaction(record: StoredRecord): StoredRecord {
    const left = this.transactions.get(textAt(record, 'id') ?? '');
    if (!left) return record;
    const { riskScore, decision, flagged, statusChange: moved } = left;
    const isMoved = moved !== null && record['status'] === moved.was;
    if (moved && !isMoved) this.transactions.set(String(record['id']), { ...left, statusChange: null });
    return { ...record, riskScore, decision, flagged, ...(isMoved ? { status: moved.status } : {}) };
  }
}
