import type { CompiledRuleSet, RuleSetContent } from '@tamis/engine';
import type { EvaluationEvent, ReplayEvent } from '../events/replay-event.js';
import { needsOverlay, overlayNeeds, type OverlayNeeds } from '../overlay/overlay-needs.js';
import { Overlay } from '../overlay/overlay.js';
import type { SideOutcome } from '../report/side-tally.js';
import { defaultOptions, timezoneOf, type DryRunRequest } from './dry-run-request.js';
import { JointSides } from './joint-sides.js';
import type { RevertedRules } from './reverted-rules.js';
import { Simulation } from './simulation.js';

/** A simulation and the indexes of its rule sets among all sides. Those after the first `sides` are tried rules. */
interface SideSimulation {
  readonly simulation: Simulation;
  readonly indexes: readonly number[];
  readonly sides: number;
  /** Whether the effects of the side change the data that it sees. */
  readonly isOverlaid: boolean;
  /** Outcomes of the current evaluation. */
  outcomes: readonly SideOutcome[] | null;
}

const noNeeds: OverlayNeeds = { lists: new Set(), entities: false, transactions: false, alerts: false };

/** Compiles rules that are known to have no errors. */
function compileChecked(contents: readonly RuleSetContent[], sides: number): JointSides {
  const made = JointSides.compile(contents, sides);
  if (!made.ok) throw new Error('rules that were already checked have errors');
  return made.value;
}

/**
 * All sides of a run. Sides with the same view of the data share it, and as much work as possible. With overlays, a side that reads data
 * changed by its own rules has a separate view.
 */
export class Simulations {
  /** For all sides, in order. */
  readonly sets: readonly CompiledRuleSet[];
  private readonly simulations: readonly SideSimulation[];
  private hasBegun = false;

  /** `sides` were compiled without errors. */
  constructor(request: DryRunRequest, sides: JointSides, { contents: tried, owners }: RevertedRules) {
    const { baseline, candidates, tables = {}, reference = null, options } = request;
    this.sets = sides.sets;
    const contents = [...(baseline ? [baseline] : []), ...candidates.map(({ content }) => content)];
    const { overlay: hasOverlay, ...period } = { ...defaultOptions, ...options };
    const needs = hasOverlay ? sides.sets.map((set) => overlayNeeds(set)) : contents.map(() => noNeeds);
    const isAlone = needs.map(needsOverlay);
    const peopled = (places: readonly number[], ofSide: OverlayNeeds): SideSimulation => {
      const tries = owners.flatMap((owner, at) => (places.includes(owner) ? [at] : []));
      const all = [...places.map((at) => contents[at]), ...tries.map((at) => tried[at])] as RuleSetContent[];
      // Reuses what has already been compiled.
      const joint =
        all.length === contents.length && places.length === all.length ? sides : compileChecked(all, places.length);
      // A side whose own alerts are visible to it has a separate view.
      const [{ rules }] = joint.sets as readonly [CompiledRuleSet];
      return {
        simulation: new Simulation(
          joint,
          tables,
          timezoneOf(request),
          hasOverlay ? new Overlay(ofSide, rules, period, tables.lists) : null,
          reference,
        ),
        indexes: [...places, ...tries.map((at) => contents.length + at)],
        sides: places.length,
        isOverlaid: needsOverlay(ofSide),
        outcomes: null,
      };
    };
    const together = contents.flatMap((_, at) => (isAlone[at] === true ? [] : [at]));
    this.simulations = [
      ...(together.length > 0 ? [peopled(together, noNeeds)] : []),
      ...contents.flatMap((_, at) => (isAlone[at] === true ? [peopled([at], needs[at] as OverlayNeeds)] : [])),
    ];
  }

  /** Returns the time of the oldest payment that an evaluation at `now` may see, or -Infinity if it may see any. */
  visibleTransactionsFrom(now: number): number {
    return Math.min(
      ...this.simulations.map(({ simulation: world, isOverlaid }) =>
        isOverlaid ? -Infinity : world.visibleTransactionsFrom(now),
      ),
    );
  }

  /** Applies an event on which no rule is evaluated. */
  apply(event: Exclude<ReplayEvent, EvaluationEvent>): void {
    // Status changes before the first evaluation are already contained in the records.
    if (event.kind === 'status' && !this.hasBegun) return;
    for (const { simulation: world } of this.simulations) {
      if (event.kind === 'record') world.ingest(event.record, event.source, this.hasBegun);
      else if (event.kind === 'list') world.applyListChange(event, this.hasBegun && event.by === 'rule');
      else world.applyStatusChange(event);
    }
  }

  /** Returns the outcomes of all sides in order. They are valid until the next evaluation. To be followed by `complete`. */
  evaluate(event: EvaluationEvent): readonly SideOutcome[] {
    this.hasBegun = true;
    const [first] = this.simulations as readonly [SideSimulation];
    if (this.simulations.length === 1) return (first.outcomes = first.simulation.evaluate(event));
    const made: SideOutcome[] = [];
    for (const each of this.simulations) {
      each.outcomes = each.simulation.evaluate(event);
      for (let at = 0; at < each.sides; at++) made[each.indexes[at] as number] = each.outcomes[at] as SideOutcome;
    }
    return made;
  }

  /** Whether a tried rule hits the record of the current evaluation. It is the only rule of its set. */
  isHit(place: number, event: EvaluationEvent): boolean {
    const { simulation: world, indexes: places } = this.simulations.find((each) =>
      each.indexes.includes(place),
    ) as SideSimulation;
    return world.isHit(places.indexOf(place), event);
  }

  /** Completes the current evaluation and makes its record visible. */
  complete(event: EvaluationEvent): void {
    for (const each of this.simulations) {
      each.simulation.complete(event, each.outcomes);
      each.outcomes = null;
    }
  }

  /** Processes an evaluation event that is not counted. `isInPeriod` means that later evaluations still see the effects of its rules. */
  skip(event: EvaluationEvent, isInPeriod: boolean): void {
    this.hasBegun ||= isInPeriod;
    for (const { simulation: world, isOverlaid } of this.simulations)
      world.complete(event, isInPeriod && isOverlaid ? world.evaluate(event) : null);
  }
}
