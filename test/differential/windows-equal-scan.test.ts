import {
  checkRuleSet,
  compileCheckedRules,
  foldFacts,
  gatherFacts,
  InMemoryFacts,
  type CompiledRuleSet,
  type RuleSetContent,
  type EvaluationParams,
  type SetRule,
  type StoredRecord,
} from '@tamis/engine';
import { evaluateCheckedReference } from '@tamis/reference';
import { propertyRuns } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';
import { setOf } from './differential.js';
import { aggregateCondition } from './random-aggregates.js';
import { Random } from './random.js';
import { windowWorld, zoneNames, type WindowWorld } from './window-worlds.js';

const conditionsEach = 6;
/** Number of different sets of aggregates, each for one time zone, because compiling takes longer than comparing. */
const distinctSets = 105;

interface Compiled {
  readonly content: RuleSetContent;
  readonly rules: readonly SetRule[];
  readonly set: CompiledRuleSet;
}

const compiledSets = new Map<number, Compiled>();
const zoneOf = (number: number): string => zoneNames[number % zoneNames.length] as string;

/** Returns a set of random aggregates, most of which share nothing. */
function compiledSet(number: number): Compiled {
  const known = compiledSets.get(number);
  if (known) return known;
  const random = new Random(number);
  const sources = Array.from({ length: conditionsEach }, (_, index) => {
    const condition = aggregateCondition(random);
    return `rule rule_${index + 1} { on transaction when ${condition} unknown hit }`;
  });
  const content = { ...setOf(sources), timezone: zoneOf(number) };
  const checked = checkRuleSet(content);
  if (!checked.ok) throw new Error(`${sources.join('\n')}\n${JSON.stringify(checked.error[0]?.diagnostics)}`);
  const made = { content, rules: checked.value, set: compileCheckedRules(checked.value, content) };
  compiledSets.set(number, made);
  return made;
}

/**
 * Compares a source that receives all records as they arrive, with evaluations in between, to a scan that starts from scratch with the
 * present records.
 */
function compare({ content, rules, set }: Compiled, { rates, steps }: WindowWorld): void {
  const texts = content.rules.map(({ source }) => source);
  const facts = new InMemoryFacts({ rates });
  const records: StoredRecord[] = [];
  const userEvents: StoredRecord[] = [];
  for (const step of steps) {
    for (const record of step.transactions) facts.add(record);
    for (const record of step.userEvents) facts.add(record, 'userEvents');
    records.push(...step.transactions);
    userEvents.push(...step.userEvents);
    const { replaced, context, now } = step;
    if (replaced) {
      facts.replace(replaced);
      records[records.findIndex(({ id }) => id === replaced['id'])] = replaced;
    }
    const run: EvaluationParams = { evaluationId: 'run-1', target: 'transaction', trigger: 'created', now };
    const expected = evaluateCheckedReference(
      rules,
      content,
      context,
      { records, others: { userEvents }, lists: new Map(), rates },
      run,
    );
    const folded = set.evaluate(context, foldFacts(set, context, run, facts), run);
    expect({ texts, now, outcomes: folded.outcomes }).toEqual({ texts, now, outcomes: expected.outcomes });
    const fromRows = set.evaluate(context, gatherFacts(set, context, run, facts), run);
    expect({ texts, now, outcomes: fromRows.outcomes }).toEqual({ texts, now, outcomes: expected.outcomes });
  }
}

describe('windows over in-memory records', () => {
  it('equal a scan of all records, whether folded or read from rows', () => {
    fc.assert(
      fc.property(fc.nat(distinctSets - 1), fc.integer(), (number, seed) => {
        compare(compiledSet(number), windowWorld(zoneOf(number), new Random(seed)));
      }),
      { ...propertyRuns(800), endOnFailure: true },
    );
  });
});
