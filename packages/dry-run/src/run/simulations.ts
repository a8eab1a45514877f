import type { CompiledRuleSet, RuleSetContent } from '@tamis/engine';
import type { EvaluationEvent, ReplayEvent } from '../events/replay-event.js';
import { needsOverlay, overlayNeeds, type OverlayNeeds } from '../overlay/overlay-needs.js';
import { Overlay } from '../overlay/overlay.js';
import type { SideOutcome } from '../report/side-tally.js';
import { defaultOptions, timezoneOf, type DryRunRequest } from './dry-run-request.js';
import { JointSides } from './joint-sides.js';
import type { RevertedRules } from './reverted-rules.js';
import { Simulation } from './simulation.js';

/** A world, and which of all sides it is the world of; those after the first `sides` are tried rules. */
interface SideSimulation {
  readonly simulation: Simulation;
  readonly indexes: readonly number[];
  readonly sides: number;
  /** What the side does changes what it sees. */
  readonly isOverlaid: boolean;
  /** Of the run under way. */
  outcomes: readonly SideOutcome[] | null;
}

const noNeeds: OverlayNeeds = { lists: new Set(), entities: false, transactions: false, alerts: false };

/** Compiles rules that are known to have no errors. */
function compileChecked(contents: readonly RuleSetContent[], sides: number): JointSides {
  const made = JointSides.compile(contents, sides);
  if (!made.ok) throw new Error('rules that were checked have errors');
  return made.value;
}

/**
 * All sides of a run. Those that see the same world share it, and all work they can; with overlays, a side that reads what its own
 * rules change has a world to itself.
 */
export class Simulations {
  /** Of all sides, in order. */
  readonly sets: readonly CompiledRuleSet[];
  private readonly simulations: readonly SideSimulation[];
  private hasBegun = false;

  /** `sides`: compiled without errors. */
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
      // What is compiled already is not compiled again.
      const joint =
        all.length === contents.length && places.length === all.length ? sides : compileChecked(all, places.length);
      // A side whose alerts are seen has a world to itself.
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

  /** Time of the oldest payment that a run at `now` may see; -Infinity: it may see any. */
  visibleTransactionsFrom(now: number): number {
    return Math.min(
      ...this.simulations.map(({ simulation: world, isOverlaid }) =>
        isOverlaid ? -Infinity : world.visibleTransactionsFrom(now),
      ),
    );
  }

  /** What no rule is evaluated on. */
  apply(event: Exclude<ReplayEvent, EvaluationEvent>): void {
    // What moved before the first run is in the records already.
    if (event.kind === 'status' && !this.hasBegun) return;
    for (const { simulation: world } of this.simulations) {
      if (event.kind === 'record') world.ingest(event.record, event.source, this.hasBegun);
      else if (event.kind === 'list') world.applyListChange(event, this.hasBegun && event.by === 'rule');
      else world.applyStatusChange(event);
    }
  }

  /** Outcomes of all sides, in order; good until the next run. To be followed by `end`. */
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

  /** Does a rule that is tried hit the record of the run under way? Its set has no other. */
  isHit(place: number, event: EvaluationEvent): boolean {
    const { simulation: world, indexes: places } = this.simulations.find((each) =>
      each.indexes.includes(place),
    ) as SideSimulation;
    return world.isHit(places.indexOf(place), event);
  }

  /** The run under way is over: its record arrives. */
  complete(event: EvaluationEvent): void {
    for (const each of this.simulations) {
      each.simulation.complete(event, each.outcomes);
      each.outcomes = null;
    }
  }

  /** A run that is not counted. `isInPeriod`: what the rules do to it is seen by later ones all the same. */
  skip(event: EvaluationEvent, isInPeriod: boolean): void {
    this.hasBegun ||= isInPeriod;
    for (const { simulation: world, isOverlaid } of this.simulations)
      world.complete(event, isInPeriod && isOverlaid ? world.evaluate(event) : null);
  }
}
