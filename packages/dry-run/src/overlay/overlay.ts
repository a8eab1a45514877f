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

/** What a run does to what the side reads later, in this order. */
export interface OverlayChanges {
  readonly lists: readonly ListChange[];
  readonly alerts: readonly StoredRecord[];
}

/** Logical times of the runs that are evaluated, milliseconds since 1970 UTC, both included. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

interface RaisedAlert {
  readonly id: string;
  /** What its rule raises one alert for; null: it raises one each time. */
  readonly key: string | null;
}

/** The rule and the record an alert is about: a run raises one for each rule. */
const alertSubjectKey = (ruleId: string, alert: StoredRecord): string =>
  [ruleId, textAt(alert, 'transactionId') ?? textAt(alert, 'userEventId') ?? textAt(alert, 'targetEntityId')].join(' ');

/** What a run leaves on its payment. */
interface TransactionOverlay {
  readonly riskScore: number;
  readonly decision: string;
  readonly flagged: boolean;
  readonly hasAlert: boolean;
  /** Null: no rule set a status that holds. `was`: what the record had. */
  readonly statusChange: { readonly status: string; readonly was: unknown } | null;
}

/** The id of a party that a payment was linked to; a record that comes without its entities names it only. */
function partyId(context: Context, role: 'origin' | 'destination'): string | null {
  const entity = context[`${role}Entity`];
  if (entity === undefined) return textAt(context, `${role}EntityId`);
  return isObject(entity) ? textAt(entity, 'id') : null;
}

/** The entity that alerts of a run are about. */
function subjectEntityId({ target, context }: EvaluationEvent): string | null {
  if (target === 'transaction') return partyId(context, 'origin') ?? partyId(context, 'destination');
  return textAt(context, target === 'userEvent' ? 'entityId' : 'id');
}

/** As a live alert is raised; to whom one is assigned that was not really raised is not known. */
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
 * The effects of one side on what it reads later: items its rules add to lists, statuses they set, alerts they raise, and what each
 * run leaves on its record: score, decision and flag. They are seen by what comes after the run, as live. Recorded items and alerts
 * that rules made in the period are not seen, as the side makes its own. Cases are as the events have them.
 */
export class Overlay {
  private createdIds = 0;
  private readonly log = new AlertLog();
  private readonly transactions = new Map<string, TransactionOverlay>();
  private readonly entities = new OverlaidEntities();
  /** By id, those that are there at all: rules add to no other. */
  private readonly lists = new Map<string, OverlaidList>();
  /** Alerts the side raised, by rule and record. */
  private readonly raisedAlerts = new Map<string, RaisedAlert>();
  /** Recorded ones of the period, by rule and record: what became of an alert of the side that was really raised. */
  private readonly recordedAlerts = new Map<string, StoredRecord>();
  /** Ids of alerts that rules raised before the first run. */
  private readonly alertsBeforePeriod = new Set<string>();
  /** By id of the rule. */
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

  /** The subject as the side sees it. */
  overlayContext(event: EvaluationEvent): Context {
    const context = this.overlayEntities(event);
    return event.target === 'transaction' && this.needs.transactions ? this.overlayTransaction(context) : context;
  }

  /** The subject as it is recorded, its entities as the side sees them. */
  overlayEntities(event: EvaluationEvent): Context {
    return this.needs.entities ? this.entities.overlayContext(event.context, isEntityEvaluation(event)) : event.context;
  }

  /** A record as the side sees it when it arrives; null: not at all. `hasBegun`: runs of the period came before it. */
  overlayRecord(record: StoredRecord, source: RecordSource, hasBegun: boolean): StoredRecord | null {
    if (source === 'alerts' && this.needs.alerts) return this.overlayAlert(record, hasBegun);
    return source === 'transactions' && this.needs.transactions ? this.overlayTransaction(record) : record;
  }

  /** A recorded change of a list as the side sees it. `isHidden`: what it adds is not seen. */
  applyListChange(change: ListChange, isHidden: boolean): ListChange {
    const list = this.lists.get(change.listId) ?? new OverlaidList();
    this.lists.set(change.listId, list);
    return list.applyRecordedChange(change, isHidden);
  }

  applyStatusChange(move: StatusChange): void {
    if (this.needs.entities) this.entities.applyStatusChange(move);
  }

  /** What a run does. `outcomes`: of the run that answers, and of the one after the answer where there is one. */
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

  /** One that the side raised too takes its place, with whom it is assigned to and whether it is closed. */
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

  /** Live runs hold back what is raised for the same while it stands. */
  private registerAlert(alert: StoredRecord, key: string | null): void {
    const [ruleId, time] = [textAt(alert, 'ruleId'), parseInstant(textAt(alert, 'createdAt') ?? '') ?? NaN];
    if (ruleId !== null && key !== null && !Number.isNaN(time))
      this.log.addExisting({ ruleId, key, time, isClosed: alert['status'] === 'RESOLVED' });
  }

  /** Whether a rule raised an alert, or an earlier version of it, in a run of the period. */
  private isFromPeriod(alert: StoredRecord, hasBegun: boolean): boolean {
    if (textAt(alert, 'ruleId') === null) return false;
    const { from, to } = this.period;
    // It has the logical time of its run, which may come later where history was imported.
    const at = parseInstant(textAt(alert, 'createdAt') ?? '') ?? NaN;
    if (at < from || at > to) return false;
    if (Number.isFinite(from) && at >= from) return true;
    const id = textAt(alert, 'id') ?? '';
    if (!hasBegun) this.alertsBeforePeriod.add(id);
    return !this.alertsBeforePeriod.has(id);
  }

  /** Effects of a record that is evaluated again have the ids they had before. */
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

  /** `wanted`: statuses that rules set, the first legal one of which the payment has. */
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

  /** A move holds while the record says what it said then: somebody else moved it when it says something else. */
  private overlayTransaction(record: StoredRecord): StoredRecord {
    const left = this.transactions.get(textAt(record, 'id') ?? '');
    if (!left) return record;
    const { riskScore, decision, flagged, statusChange: moved } = left;
    const isMoved = moved !== null && record['status'] === moved.was;
    if (moved && !isMoved) this.transactions.set(String(record['id']), { ...left, statusChange: null });
    return { ...record, riskScore, decision, flagged, ...(isMoved ? { status: moved.status } : {}) };
  }
}
