import type { EvaluationEvent, ReplayEvent } from '@tamis/dry-run';
import type { CompiledRuleSet, Facts } from '@tamis/engine';
import { canonicalJson } from '@tamis/stdx';

import {
  isScreeningRead,
  type ScreeningPort,
  type ScreeningRead,
  type ScreeningReadContext,
} from '../../../decisions/evaluations/index.js';
import type { ExactnessLog } from '../domain/exactness.js';
import type { TimedEvents } from '../domain/timed-events.js';
import type { EvaluationPart } from '../persistence/past-transactions.js';

type Reads = NonNullable<Facts['reads']>;

const keyOf = (read: ScreeningRead): string => canonicalJson({ ...read });

/** Whether rules with this function or field require screenings. */
const asksScreenings = (name: string): boolean => /^(screening|screenName)$|(^|\.)sanctionHits$/.test(name);

const notScreened =
  'looks up names that were not screened at the time, on lists that are not loaded in their version of then; what needs it is unknown';

/** Provides screening results for past evaluations: those recorded at the time, and for other requests what was known then. */
export class PastScreenings {
  private constructor(
    private readonly sets: readonly CompiledRuleSet[],
    private readonly port: Pick<ScreeningPort, 'resolve'>,
    private readonly source: ScreeningReadContext,
    private readonly exactness: ExactnessLog,
  ) {}

  /** Returns `null` if no rule requires screenings. */
  static of(
    sets: readonly CompiledRuleSet[],
    port: Pick<ScreeningPort, 'resolve'>,
    source: ScreeningReadContext & { readonly exactness: ExactnessLog },
  ): PastScreenings | null {
    const asking = sets.filter((set) => set.factNeeds().lookups.some((need) => asksScreenings(need.function)));
    return asking.length === 0 ? null : new PastScreenings(asking, port, source, source.exactness);
  }

  /**
   * Returns the events, with screening results added to the evaluations among them. `rows` contains the stored data of each one, in the
   * same order.
   */
  async tell(
    events: readonly TimedEvents[],
    rows: readonly Pick<EvaluationPart, 'reads' | 'evaluated_at'>[],
  ): Promise<readonly TimedEvents[]> {
    const told = new Map<ReplayEvent, Record<string, Reads[string]>>();
    const open = events.flatMap((each, place) =>
      each.events.flatMap((run) => {
        if (run.kind !== 'run') return [];
        const { reads, evaluated_at: at } = rows[place]!;
        told.set(run, { ...reads });
        return this.openQuestions(run, reads ?? {}).map((read) => ({ run, read, at: at ?? new Date(each.at) }));
      }),
    );
    const answers = await this.port.resolve(this.source, open);
    for (const [index, { run, read }] of open.entries()) told.get(run)![keyOf(read)] = answers[index]!;
    const isUnknown = answers.map((answer) => 'cause' in answer && answer.cause === 'source_unavailable');
    const names = open.filter(({ read }, index) => read.kind === 'screenedName' && isUnknown[index]);
    this.exactness.record('screenName', notScreened, new Set(names.map(({ run }) => run)).size);
    return events.map((each) => ({
      ...each,
      events: each.events.map((event) => (told.has(event) ? { ...event, screened: told.get(event)! } : event)),
    }));
  }

  /** Returns the screenings that rules of any side request and that the evaluation did not. */
  private openQuestions(
    { context, target, trigger, now, matrices }: EvaluationEvent,
    known: Reads,
  ): readonly ScreeningRead[] {
    const run = { evaluationId: '', target, trigger, now, ...(matrices && { matrices }) };
    const asked = this.sets.flatMap((set) =>
      (['sync', 'async'] as const).flatMap((stage) => set.requests(context, { ...run, stage }).reads),
    );
    const open = asked.filter(isScreeningRead).filter((read) => !known[keyOf(read)]);
    return [...new Map(open.map((read) => [keyOf(read), read])).values()];
  }
}
