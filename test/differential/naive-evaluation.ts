import type { EvaluationEvent, ReplayEvent } from '@tamis/dry-run';
import {
  checkRuleSet,
  type Effect,
  type RuleSetContent,
  type EvaluationOutcome,
  type StoredRecord,
} from '@tamis/engine';
import type { ListItem } from '@tamis/lang';
import { lookUpInTables, strictestStatus } from '@tamis/library';
import { evaluateCheckedReference } from '@tamis/reference';
import { watchedList } from './worlds.js';

const minuteMs = 60_000;

/** Possible status transitions of payments in the events. */
const moves: Readonly<Record<string, readonly string[]>> = {
  CREATED: ['PROCESSING', 'SUSPENDED', 'DECLINED'],
  PROCESSING: ['SUSPENDED', 'DECLINED'],
  SUSPENDED: ['PROCESSING', 'DECLINED'],
};

type Party = { readonly id: string; readonly status: string } | null;

/** A world that rules change, processed one event at a time and without any preparation. */
export class NaiveEvaluation {
  readonly outcomes: unknown[] = [];
  private readonly transactions: StoredRecord[] = [];
  private readonly alerts: StoredRecord[] = [];
  private readonly people = new Map<string, string>();
  private readonly hidden = new Map<string, string>();
  private readonly own = new Set<string>();
  private readonly statuses = new Map<string, { value: string; was: string }>();
  private readonly left = new Map<string, Record<string, unknown>>();
  private readonly moved = new Map<string, { status: string; was: unknown }>();
  private readonly raised: { readonly key: string; readonly at: number }[] = [];
  private readonly seenBefore = new Set<unknown>();
  private hasBegun = false;
  private readonly rules;

  constructor(
    private readonly content: RuleSetContent,
    private readonly from: number | null,
  ) {
    const checked = checkRuleSet(content);
    if (!checked.ok) throw new Error(JSON.stringify(checked.error));
    this.rules = checked.value;
  }

  process(event: ReplayEvent): void {
    if (event.kind === 'run') this.evaluate(event);
    else if (event.kind === 'record') {
      if (event.source === 'transactions') this.arrive(event.record);
      else this.arriveAlert(event.record);
    } else if (event.kind === 'list') {
      for (const id of event.remove ?? []) {
        const value = this.people.get(id) ?? this.hidden.get(id);
        this.people.delete(id);
        this.hidden.delete(id);
        if (value !== undefined) this.own.delete(value);
      }
      const isHidden = event.by === 'rule' && this.hasBegun;
      for (const { id, primaryValue } of event.add ?? []) {
        if (!isHidden) this.hidden.delete(id);
        if (!isHidden || !this.people.has(id)) (isHidden ? this.hidden : this.people).set(id, primaryValue);
      }
    }
  }

  private arriveAlert(alert: StoredRecord): void {
    const { id, ruleId } = alert;
    if (!this.hasBegun) this.seenBefore.add(id);
    const isBefore = this.from === null ? this.seenBefore.has(id) : Date.parse(String(alert['createdAt'])) < this.from;
    if (ruleId !== null && !isBefore) return;
    const known = this.alerts.findIndex((each) => each['id'] === id);
    if (known < 0) this.alerts.push(alert);
    else this.alerts[known] = alert;
  }

  private arrive(record: StoredRecord): void {
    const id = String(record['id']);
    const known = this.transactions.findIndex((each) => each['id'] === id);
    const made = {
      ...record,
      ...this.left.get(id),
      status: this.paymentStatus(id, record['status']),
    };
    if (known < 0) this.transactions.push(made);
    else this.transactions[known] = made;
  }

  private paymentStatus(id: string, recorded: unknown): unknown {
    if (this.moved.get(id)?.was !== recorded) this.moved.delete(id);
    return this.moved.get(id)?.status ?? recorded;
  }

  private statusOf(id: string, recorded: string): string {
    const known = this.statuses.get(id);
    if (!known) return recorded;
    if (recorded !== known.was) {
      if (recorded === 'active') this.statuses.delete(id);
      else this.statuses.set(id, { value: String(strictestStatus([known.value, recorded])), was: recorded });
    }
    return this.statuses.get(id)?.value ?? recorded;
  }

  private evaluate(event: EvaluationEvent): void {
    const { id, context, now, target, trigger } = event;
    const [origin, destination] = [context['originEntity'], context['destinationEntity']] as [Party, Party];
    const arriving = {
      ...context,
      originEntity: this.personSeen(origin),
      destinationEntity: this.personSeen(destination),
    };
    const paymentStatus = this.paymentStatus(id, context['status']);
    const seen = { ...arriving, ...this.left.get(id), status: paymentStatus };
    if (this.from !== null && now < this.from) {
      this.arrive(arriving);
      return;
    }
    this.hasBegun = true;
    const facts = {
      records: [...this.transactions],
      others: { alerts: [...this.alerts] },
      lists: new Map(),
      answer: lookUpInTables({ lists: { [watchedList]: { type: 'custom', items: this.items() } } }, now),
    };
    const outcomes = (['sync', 'async'] as const).map((stage) =>
      evaluateCheckedReference(this.rules, this.content, seen, facts, {
        evaluationId: id,
        target,
        trigger,
        now,
        stage,
      }),
    );
    this.outcomes.push({ ...(outcomes[0] as EvaluationOutcome) });
    const effects = outcomes
      .flatMap((outcome) => outcome.effects)
      .filter(({ mode, skipped }) => mode === 'apply' && skipped === null);
    const raisedOne = this.raiseAlerts(effects, now, origin?.id ?? destination?.id);
    this.setStatuses(effects, [origin, destination]);
    for (const effect of effects)
      if (effect.kind === 'addToList' && ![...this.people.values()].includes(String(effect.value)))
        this.own.add(String(effect.value));
    const move = effects.find(
      (effect) =>
        effect.kind === 'setStatus' &&
        effect.target.type === 'transaction' &&
        moves[String(paymentStatus)]?.includes(effect.status),
    );
    if (move?.kind === 'setStatus') this.moved.set(id, { status: move.status, was: context['status'] });
    const [{ riskScore, decision, suggestion }] = outcomes as [EvaluationOutcome];
    const hadAlert = this.left.get(id)?.['hasAlert'] === true || raisedOne;
    this.left.set(id, { riskScore, decision, flagged: hadAlert || suggestion !== null, hasAlert: hadAlert });
    this.arrive(arriving);
  }

  private items(): readonly ListItem[] {
    const own = [...this.own].map((value) => [`own-${value}`, value] as const);
    return [...this.people, ...own].map(([id, primaryValue]) => ({ id, primaryValue }));
  }

  private personSeen(person: Party): Party {
    return person && { ...person, status: this.statusOf(person.id, person.status) };
  }

  /** Returns whether an alert was raised. */
  private raiseAlerts(effects: readonly Effect[], now: number, targetEntityId: string | undefined): boolean {
    let raisedOne = false;
    for (const effect of effects) {
      if (effect.kind !== 'createAlert' || !this.raise(effect.ruleId, effect.dedupe, now)) continue;
      raisedOne = true;
      const { checked } = this.rules.find(({ content }) => content.ruleId === effect.ruleId)!;
      this.alerts.push({
        ...effect.settings,
        id: `raised-${this.alerts.length}`,
        ruleId: effect.ruleId,
        riskContribution: checked.score,
        targetEntityId,
        status: 'OPEN',
        createdAt: new Date(now).toISOString(),
      });
    }
    return raisedOne;
  }

  private setStatuses(effects: readonly Effect[], parties: readonly Party[]): void {
    for (const party of parties) {
      if (!party) continue;
      const own = effects.flatMap((effect) =>
        effect.kind === 'setStatus' && effect.target.id === party.id ? [effect.status] : [],
      );
      const [before, value] = [this.statusOf(party.id, party.status), strictestStatus(own)];
      if (value === null || value === before || (value === 'active' && before === 'blocked')) continue;
      this.statuses.set(party.id, { value, was: party.status });
    }
  }

  private raise(ruleId: string, dedupe: { value: string; hours: number | null } | null, now: number): boolean {
    if (dedupe === null) return true;
    const key = `${ruleId} ${dedupe.value}`;
    const span = dedupe.hours === null ? Infinity : dedupe.hours * 60 * minuteMs;
    if (this.raised.some((each) => each.key === key && each.at > now - span && each.at <= now)) return false;
    this.raised.push({ key, at: now });
    return true;
  }
}
