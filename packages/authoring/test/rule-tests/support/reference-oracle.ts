import type { RecordSource, StoredRecord } from '@tamis/engine';
import { evaluateCheckedReference } from '@tamis/reference';
import { testRun, worldDataSource, type ReferenceEvaluator } from '../../../src/rule-tests/index.js';

/** The slow evaluator, on the same world. */
export const referenceOracle: ReferenceEvaluator = (under, world) => {
  const of = (source: RecordSource): readonly StoredRecord[] =>
    world.records.filter((each) => each.source === source).map(({ record }) => record);
  const facts = {
    records: of('transactions'),
    others: {
      userEvents: of('userEvents'),
      alerts: of('alerts'),
      cases: of('cases'),
      relationships: of('relationships'),
    },
    lists: new Map<string, ReadonlySet<string>>(),
    answer: worldDataSource(world, under.lists),
    rates: world.rates,
  };
  return evaluateCheckedReference(under.rules, under.content, world.context, facts, testRun(world, under));
};
