import {
  compileRuleSet,
  foldFacts,
  InMemoryFacts,
  type CompiledRuleSet,
  type Context,
  type Facts,
  type RuleSetContent,
  type EvaluationParams,
} from '@tamis/engine';
import { readEventFile } from '@tamis/dry-run/files';
import type { DataTables } from '@tamis/lang';
import { failure, ok, type Result } from '@tamis/stdx';
import { resolve } from 'node:path';
import type { CliIo } from '../cli-io.js';
import { failureReason } from '../input/find-files.js';
import { failureProblem, findingsProblem, type Problem } from '../problem.js';

/** An event with everything that its evaluation reads, as a worker thread of a server receives it. */
export interface BenchCase {
  readonly context: Context;
  readonly facts: Facts;
  readonly run: EvaluationParams;
}

export interface BenchWork {
  readonly set: CompiledRuleSet;
  readonly cases: readonly BenchCase[];
  /** Number of earlier events of the file, which the windows contain. */
  readonly precedingEvents: number;
}

const sourceOfTarget = { transaction: 'transactions', userEvent: 'userEvents', person: null, company: null } as const;

/** Returns the given number of newest events of a file, each with its facts as of that time. */
export async function loadBenchWork(
  content: RuleSetContent,
  tables: DataTables,
  file: string,
  most: number,
  io: CliIo,
): Promise<Result<BenchWork, Problem>> {
  const compiled = compileRuleSet(content);
  if (!compiled.ok) return failure(findingsProblem('the rules have errors: run `tamis check`'));
  const set = compiled.value;
  const source = new InMemoryFacts({ tables, timezone: content.timezone });
  const cases: BenchCase[] = [];
  let events = 0;
  try {
    for await (const batch of readEventFile(resolve(io.cwd, file), content.timezone)) {
      if (!batch.ok) return failure(failureProblem(`${file}:${batch.error.line}: ${batch.error.message}`));
      for (const event of batch.value) {
        if (event.kind === 'record') source.add(event.record, event.source);
        if (event.kind !== 'run') continue;
        const { context, target, trigger, now, id } = event;
        const run: EvaluationParams = { target, trigger, now, evaluationId: id };
        cases[events++ % most] = { context, facts: foldFacts(set, context, run, source), run };
        const own = sourceOfTarget[target];
        if (own !== null) source.add(context, own);
      }
    }
  } catch (error) {
    return failure(failureProblem(`${file}: ${failureReason(error)}`));
  }
  if (cases.length === 0) return failure(failureProblem(`${file}: there is no event to evaluate`));
  return ok({ set, cases, precedingEvents: events - cases.length });
}
