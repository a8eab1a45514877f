import type { CompiledRuleSet, Context, Effect, RecordSource, RunOutcome, StoredRecord } from '@tamis/engine';
import type { DataTables } from '@tamis/lang';
import { transactionMovesFrom, transactionStatuses } from '@tamis/library';
import { isObject } from '@tamis/stdx';
import type { ListChange, ReplayedRun, StatusMove } from '../events/replay-event.js';
import { AlertLog } from './alert-log.js';
import { isEntityRun, OverlaidEntities, textAt } from './overlaid-entities.js';
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
const aboutOf = (ruleId: string, alert: StoredRecord): string =>
  [ruleId, textAt(alert, 'transactionId') ?? textAt(alert, 'userEventId') ?? textAt(alert, 'targetEntityId')].join(' ');

/** What a run leaves on its payment. */
interface Left {
  readonly riskScore: number;
  readonly decision: string;
  readonly flagged: boolean;
  readonly hasAlert: boolean;
  /** Null: no rule set a status that holds. `was`: what the record had. */
  readonly moved: { readonly status: string; readonly was: unknown } | null;
}

/** The id of a party that a payment was linked to; a record that comes without its entities names it only. */
function partyId(context: Context, role: 'origin' | 'destination'): string | null {
  const entity = context[`${role}Entity`];
  if (entity === undefined) return textAt(context, `${role}EntityId`);
  return isObject(entity) ? textAt(entity, 'id') : null;
}

/** The entity that alerts of a run are about. */
function subjectEntity({ target, context }: ReplayedRun): string | null {
  if (target === 'transaction') return partyId(context, 'origin') ?? partyId(context, 'destination');
  return textAt(context, target === 'userEvent' ? 'entityId' : 'id');
}

/** As a live alert is raised; to whom one is assigned that was not really raised is not known. */
function alertRecord(
  id: string,
  effect: EffectOf<'createAlert'>,
  riskContribution: number,
  event: ReplayedRun,
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
    targetEntityId: subjectEntity(event),
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
  private made = 0;
  private readonly log = new AlertLog();
  private readonly left = new Map<string, Left>();
  private readonly entities = new OverlaidEntities();
  /** By id, those that are there at all: rules add to no other. */
  private readonly lists = new Map<string, OverlaidList>();
  /** Alerts the side raised, by rule and record. */
  private readonly raised = new Map<string, RaisedAlert>();
  /** Recorded ones of the period, by rule and record: what became of an alert of the side that was really raised. */
  private readonly recorded = new Map<string, StoredRecord>();
  /** Ids of alerts that rules raised before the first run. */
  private readonly earlier = new Set<string>();
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
      this.listChange({ kind: 'list', listId, type, add: items }, false);
  }

  /** The subject as the side sees it. */
  seen(event: ReplayedRun): Context {
    const context = this.withEntities(event);
    return event.target === 'transaction' && this.needs.payments ? this.withLeft(context) : context;
  }

  /** The subject as it is recorded, its entities as the side sees them. */
  withEntities(event: ReplayedRun): Context {
    return this.needs.entities ? this.entities.seen(event.context, isEntityRun(event)) : event.context;
  }

  /** A record as the side sees it when it arrives; null: not at all. `hasBegun`: runs of the period came before it. */
  arriving(record: StoredRecord, source: RecordSource, hasBegun: boolean): StoredRecord | null {
    if (source === 'alerts' && this.needs.alerts) return this.alertArriving(record, hasBegun);
    return source === 'transactions' && this.needs.payments ? this.withLeft(record) : record;
  }

  /** A recorded change of a list as the side sees it. `isHidden`: what it adds is not seen. */
  listChange(change: ListChange, isHidden: boolean): ListChange {
    const list = this.lists.get(change.listId) ?? new OverlaidList();
    this.lists.set(change.listId, list);
    return list.recordedChange(change, isHidden);
  }

  moveStatus(move: StatusMove): void {
    if (this.needs.entities) this.entities.moved(move);
  }

  /** What a run does. `outcomes`: of the run that answers, and of the one after the answer where there is one. */
  after(event: ReplayedRun, outcomes: readonly RunOutcome[]): OverlayChanges {
    const { needs } = this;
    const effects = outcomes.flatMap((outcome) =>
      outcome.effects.filter(({ mode, skipped }) => mode === 'apply' && skipped === null),
    );
    const ofKind = <K extends Effect['kind']>(kind: K): readonly EffectOf<K>[] =>
      effects.filter((effect): effect is EffectOf<K> => effect.kind === kind);
    const statuses = ofKind('setStatus');
    const raised = ofKind('createAlert').filter((effect) => this.log.count([effect], event.now) > 0);
    const [answered] = outcomes as readonly [RunOutcome];
    if (needs.entities) this.entities.after(event, statuses, answered.riskScore);
    if (needs.payments && event.target === 'transaction') {
      const wanted = statuses.flatMap(({ target, status }) => (target.type === 'transaction' ? [status] : []));
      this.leave(event, answered, wanted, raised.length > 0);
    }
    return {
      lists: needs.lists.size > 0 ? ofKind('addToList').flatMap((effect) => this.addition(effect)) : [],
      alerts: needs.alerts ? raised.map((effect) => this.alert(effect, event)) : [],
    };
  }

  /** One that the side raised too takes its place, with whom it is assigned to and whether it is closed. */
  private alertArriving(alert: StoredRecord, hasBegun: boolean): StoredRecord | null {
    const ruleId = textAt(alert, 'ruleId');
    if (ruleId === null) return alert;
    if (!this.isOfPeriod(alert, hasBegun)) {
      this.stands(alert, textAt(alert, 'dedupeKey'));
      return alert;
    }
    const about = aboutOf(ruleId, alert);
    const own = this.raised.get(about);
    if (!own) {
      this.recorded.set(about, alert);
      return null;
    }
    this.stands(alert, own.key);
    return { ...alert, id: own.id };
  }

  /** Live runs hold back what is raised for the same while it stands. */
  private stands(alert: StoredRecord, key: string | null): void {
    const [ruleId, time] = [textAt(alert, 'ruleId'), Date.parse(textAt(alert, 'createdAt') ?? '')];
    if (ruleId !== null && key !== null && !Number.isNaN(time))
      this.log.stands({ ruleId, key, time, isClosed: alert['status'] === 'RESOLVED' });
  }

  /** Whether a rule raised an alert, or an earlier version of it, in a run of the period. */
  private isOfPeriod(alert: StoredRecord, hasBegun: boolean): boolean {
    if (textAt(alert, 'ruleId') === null) return false;
    const { from, to } = this.period;
    // It has the logical time of its run, which may come later where history was imported.
    const at = Date.parse(textAt(alert, 'createdAt') ?? '');
    if (at < from || at > to) return false;
    if (Number.isFinite(from) && at >= from) return true;
    const id = textAt(alert, 'id') ?? '';
    if (!hasBegun) this.earlier.add(id);
    return !this.earlier.has(id);
  }

  /** Effects of a record that is evaluated again have the ids they had before. */
  private newId(): string {
    this.made += 1;
    return `overlay-${this.made}`;
  }

  private alert(effect: EffectOf<'createAlert'>, event: ReplayedRun): StoredRecord {
    const made = alertRecord(this.newId(), effect, this.scores.get(effect.ruleId) ?? 0, event);
    const about = aboutOf(effect.ruleId, made);
    const own = { id: made['id'] as string, key: effect.dedupe?.value ?? null };
    this.raised.set(about, own);
    const recorded = this.recorded.get(about);
    if (!recorded) return made;
    this.stands(recorded, own.key);
    return { ...recorded, id: own.id };
  }

  private addition({ listId, value, reason }: EffectOf<'addToList'>): readonly ListChange[] {
    const id = this.newId();
    const isAdded = value !== null && this.needs.lists.has(listId) && this.lists.get(listId)?.add(value, id) === true;
    return isAdded ? [{ kind: 'list', listId, type: 'custom', add: [{ id, primaryValue: value, reason }] }] : [];
  }

  /** `wanted`: statuses that rules set, the first legal one of which the payment has. */
  private leave(
    { id, context }: ReplayedRun,
    { riskScore, decision, suggestion }: RunOutcome,
    wanted: readonly string[],
    isRaised: boolean,
  ): void {
    const allowed = transactionMovesFrom(textAt(this.withLeft(context), 'status') ?? transactionStatuses[0]);
    const status = wanted.find((each) => allowed.includes(each));
    const before = this.left.get(id);
    const hasAlert = isRaised || before?.hasAlert === true;
    const moved = status === undefined ? (before?.moved ?? null) : { status, was: context['status'] };
    this.left.set(id, { riskScore, decision, flagged: hasAlert || suggestion !== null, hasAlert, moved });
  }

  /** A move holds while the record says what it said then: somebody else moved it when it says something else. */
  private withLeft(record: StoredRecord): StoredRecord {
    const left = this.left.get(textAt(record, 'id') ?? '');
    if (!left) return record;
    const { riskScore, decision, flagged, moved } = left;
    const isMoved = moved !== null && record['status'] === moved.was;
    if (moved && !isMoved) this.left.set(String(record['id']), { ...left, moved: null });
    return { ...record, riskScore, decision, flagged, ...(isMoved ? { status: moved.status } : {}) };
  }
}
