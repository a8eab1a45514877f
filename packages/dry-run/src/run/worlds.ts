import type { CompiledRuleSet, RuleSetContent } from '@tamis/engine';
import type { ReplayedRun, ReplayEvent } from '../events/replay-event.js';
import { needsOverlay, overlayNeeds, type OverlayNeeds } from '../overlay/overlay-needs.js';
import { Overlay } from '../overlay/overlay.js';
import type { SideOutcome } from '../report/side-tally.js';
import { defaultOptions, type DryRunRequest } from './dry-run-request.js';
import { JointSides } from './joint-sides.js';
import type { TriedRules } from './tried-rules.js';
import { World } from './world.js';

/** A world, and which of all sides it is the world of; those after the first `sides` are tried rules. */
interface Peopled {
  readonly world: World;
  readonly places: readonly number[];
  readonly sides: number;
  /** What the side does changes what it sees. */
  readonly isOverlaid: boolean;
  /** Of the run under way. */
  outcomes: readonly SideOutcome[] | null;
}

const noNeeds: OverlayNeeds = { lists: new Set(), entities: false, payments: false, alerts: false };

/** Compiles rules that are known to have no errors. */
function compiled(contents: readonly RuleSetContent[], sides: number): JointSides {
  const made = JointSides.compile(contents, sides);
  if (!made.ok) throw new Error('rules that were checked have errors');
  return made.value;
}

/**
 * All sides of a run. Those that see the same world share it, and all work they can; with overlays, a side that reads what its own
 * rules change has a world to itself.
 */
export class Worlds {
  /** Of all sides, in order. */
  readonly sets: readonly CompiledRuleSet[];
  private readonly peopled: readonly Peopled[];
  private hasBegun = false;

  /** `sides`: compiled without errors. */
  constructor(
    { baseline, candidates, tables = {}, options }: DryRunRequest,
    sides: JointSides,
    { contents: tried, owners }: TriedRules,
  ) {
    this.sets = sides.sets;
    const contents = [...(baseline ? [baseline] : []), ...candidates.map(({ content }) => content)];
    const { overlay: hasOverlay, ...period } = { ...defaultOptions, ...options };
    const needs = hasOverlay ? sides.sets.map((set) => overlayNeeds(set)) : contents.map(() => noNeeds);
    const isAlone = needs.map(needsOverlay);
    const peopled = (places: readonly number[], ofSide: OverlayNeeds): Peopled => {
      const tries = owners.flatMap((owner, at) => (places.includes(owner) ? [at] : []));
      const all = [...places.map((at) => contents[at]), ...tries.map((at) => tried[at])] as RuleSetContent[];
      // What is compiled already is not compiled again.
      const joint =
        all.length === contents.length && places.length === all.length ? sides : compiled(all, places.length);
      // A side whose alerts are seen has a world to itself.
      const [{ rules }] = joint.sets as readonly [CompiledRuleSet];
      return {
        world: new World(joint, tables, hasOverlay ? new Overlay(ofSide, rules, period, tables.lists) : null),
        places: [...places, ...tries.map((at) => contents.length + at)],
        sides: places.length,
        isOverlaid: needsOverlay(ofSide),
        outcomes: null,
      };
    };
    const together = contents.flatMap((_, at) => (isAlone[at] === true ? [] : [at]));
    this.peopled = [
      ...(together.length > 0 ? [peopled(together, noNeeds)] : []),
      ...contents.flatMap((_, at) => (isAlone[at] === true ? [peopled([at], needs[at] as OverlayNeeds)] : [])),
    ];
  }

  /** Time of the oldest payment that a run at `now` may see; -Infinity: it may see any. */
  seesPaymentsFrom(now: number): number {
    return Math.min(
      ...this.peopled.map(({ world, isOverlaid }) => (isOverlaid ? -Infinity : world.seesPaymentsFrom(now))),
    );
  }

  /** What no rule is evaluated on. */
  happen(event: Exclude<ReplayEvent, ReplayedRun>): void {
    // What moved before the first run is in the records already.
    if (event.kind === 'status' && !this.hasBegun) return;
    for (const { world } of this.peopled) {
      if (event.kind === 'record') world.arrive(event.record, event.source, this.hasBegun);
      else if (event.kind === 'list') world.changeList(event, this.hasBegun && event.by === 'rule');
      else world.moveStatus(event);
    }
  }

  /** Outcomes of all sides, in order; good until the next run. To be followed by `end`. */
  outcomes(event: ReplayedRun): readonly SideOutcome[] {
    this.hasBegun = true;
    const [first] = this.peopled as readonly [Peopled];
    if (this.peopled.length === 1) return (first.outcomes = first.world.outcomes(event));
    const made: SideOutcome[] = [];
    for (const each of this.peopled) {
      each.outcomes = each.world.outcomes(event);
      for (let at = 0; at < each.sides; at++) made[each.places[at] as number] = each.outcomes[at] as SideOutcome;
    }
    return made;
  }

  /** Does a rule that is tried hit the record of the run under way? Its set has no other. */
  isHit(place: number, event: ReplayedRun): boolean {
    const { world, places } = this.peopled.find((each) => each.places.includes(place)) as Peopled;
    return world.isHit(places.indexOf(place), event);
  }

  /** The run under way is over: its record arrives. */
  end(event: ReplayedRun): void {
    for (const each of this.peopled) {
      each.world.end(event, each.outcomes);
      each.outcomes = null;
    }
  }

  /** A run that is not counted. `isInPeriod`: what the rules do to it is seen by later ones all the same. */
  pass(event: ReplayedRun, isInPeriod: boolean): void {
    this.hasBegun ||= isInPeriod;
    for (const { world, isOverlaid } of this.peopled)
      world.end(event, isInPeriod && isOverlaid ? world.outcomes(event) : null);
  }
}
