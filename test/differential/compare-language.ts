import {
  compileCheckedRules,
  foldFacts,
  gatherFacts,
  type CompiledRuleSet,
  type Facts,
  type EvaluationParams,
  type EvaluationOutcome,
} from '@tamis/engine';
import { EnginePool } from '@tamis/engine-pool';
import { evaluateCheckedReference } from '@tamis/reference';
import { propertyRuns } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';
import { Coverage } from './coverage.js';
import { created } from './differential.js';
import { acceptedSet, goalAt, type CheckedSet } from './random-rules.js';
import { languageFacts, languageWorld, namedFields, type LanguageWorld } from './random-world.js';
import { Author } from './language-samples.js';
import { evaluationVariants } from './evaluation-variants.js';

const isDeep = process.env['TAMIS_RUNS'] !== undefined;
/**
 * Number of rule sets per half. Both halves make 1,000,000 in `npm run test:deep`, 26,000 in `npm run promises`, and a quarter of that in
 * `npm test`.
 */
const sets = propertyRuns(isDeep ? 5_000 : 13_000);
const worldsEach = 1;
const wayNames = Object.keys(evaluationVariants);
/** Share of the rule sets that are also evaluated in a worker, where a set is sent and compiled again. */
const inWorkerShare = 0.04;

function expectSame(found: EvaluationOutcome, expected: EvaluationOutcome, texts: readonly string[]): void {
  const json = JSON.stringify(found);
  // A value that JSON writes as `null` may be something else.
  if (json === JSON.stringify(expected) && !json.includes('null')) return;
  expect({ texts, found }).toEqual({ texts, found: expected });
}

/** Adds the rules to an exception, too. */
async function withTexts(texts: readonly string[], run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof Error && !error.message.includes(texts[0] ?? '')) error.message += `\n${texts.join('\n')}`;
    throw error;
  }
}

/** Returns parameters for any stage, including triggers that some rules leave out. */
function runOf({ rules, target }: CheckedSet, random: Author): EvaluationParams {
  const hasAsync = rules.some(({ checked }) => checked.evaluate === 'async');
  return {
    ...created,
    now: random.now,
    target,
    trigger: random.pick(['created', 'created', 'created', 'updated', 'manual']),
    ...(hasAsync && random.chance(0.5) ? { stage: 'async' } : {}),
  };
}

/** Compares half of the rule sets. The halves differ in their seeds, and each of them reaches every goal many times. */
export function compareLanguage(half: 0 | 1): {
  readonly run: () => Promise<void>;
  readonly checkCoverage: () => void;
} {
  const { seed = Date.now() } = sets;
  const coverage = new Coverage();
  const pool = new EnginePool({ threads: 1, maxBatch: 4, deadlineMs: 60_000 });
  let rejected = 0;
  let done = 0;

  afterAll(() => pool.destroy());

  /** Returns the variant of evaluation to compare, in turn. */
  const otherWay = (): string => wayNames[done % wayNames.length] ?? '';

  async function inWorker(
    { content }: CheckedSet,
    engine: CompiledRuleSet,
    world: LanguageWorld,
    facts: Facts,
    params: EvaluationParams,
  ) {
    const [contextJson, factsJson] = [JSON.stringify(world.context), JSON.stringify(facts)];
    const key = pool.load(content);
    const evaluation = await pool.evaluate({ key, contextJson, factsJson, params });
    const here = engine.evaluate(JSON.parse(contextJson), JSON.parse(factsJson) as Facts, params);
    expect(evaluation.outcome()).toEqual(here);
    pool.unload(key);
    coverage.add('ways', 'in a worker');
  }

  async function compare(set: CheckedSet, random: Author): Promise<void> {
    const { content, rules, target } = set;
    const texts = content.rules.map(({ source }) => source);
    const engine = compileCheckedRules(rules, content);
    const way = otherWay();
    const other = evaluationVariants[way]?.(set) as CompiledRuleSet;
    const fields = namedFields(texts, target);
    const run = runOf(set, random);
    for (let index = 0; index < worldsEach; index++) {
      const world = languageWorld(fields, random);
      const facts = gatherFacts(engine, world.context, run, languageFacts(world));
      const found = engine.evaluate(world.context, facts, run);
      expectSame(
        found,
        evaluateCheckedReference(rules, content, world.context, { ...world, lists: new Map() }, run),
        texts,
      );
      const otherFacts = foldFacts(other, world.context, run, languageFacts(world));
      expectSame(other.evaluate(world.context, otherFacts, run), found, [way, ...texts]);
      countResults(found);
      if (random.chance(inWorkerShare)) await inWorker(set, engine, world, facts, run);
    }
    coverage.add('ways', 'as planned, beside the reference');
    coverage.add('ways', way);
    coverage.add('targets', target);
  }

  function countResults({ evaluated, outcomes }: EvaluationOutcome): void {
    const hits = outcomes.filter(({ outcome }) => outcome === 'hit').length;
    coverage.add('results', 'hit', hits);
    coverage.add('results', 'unknown', outcomes.length - hits);
    coverage.add('results', 'no hit', evaluated.length - outcomes.length);
  }

  return {
    run: async () => {
      const property = fc.asyncProperty(fc.integer(), async (seed) => {
        const random = new Author(seed);
        const set = acceptedSet(goalAt(done), random);
        if (set === null) rejected += 1;
        else {
          coverage.record(set.rules);
          const texts = set.content.rules.map(({ source }) => source);
          await withTexts(texts, () => compare(set, random));
        }
        done += 1;
      });
      await fc.assert(property, { ...sets, seed: seed + half, endOnFailure: true });
      expect(rejected).toBeLessThan(sets.numRuns / 20);
    },
    checkCoverage: () => {
      const table = `${done.toLocaleString('en')} rule sets, ${rejected} not accepted\n${coverage.table()}`;
      if (isDeep) process.stdout.write(`${table}\n`);
      // Requires one per 1,000 rule sets at full depth.
      expect(coverage.belowTarget(isDeep ? Math.ceil(done / 1_000) : 1)).toEqual([]);
    },
  };
}
