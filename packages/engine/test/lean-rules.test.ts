import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  compileRuleSet,
  explainRule,
  planReport,
  prepareSummary,
  type CompiledRuleSet,
  type Context,
  type RuleSetContent,
} from '../src/index.js';
import { contentOf, created, listId } from './single-rule.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const noFacts = { windows: {} };
const applied = { evaluationId: null, alerts: [], status: null, customKeys: [] };

/** Enough text that the tree of the first rule is not among those parsed most recently. */
const othersFor = (mark: string): string[] =>
  Array.from({ length: 60 }, (_, index) => {
    const channels = Array.from({ length: 100 }, (__, other) => `"a-rather-long-channel-${mark}-${index}-${other}"`);
    return `rule other_${index} "One of many" { on transaction when transaction.channel in [${channels.join(', ')}] }`;
  });
const actingFor = (mark: string): string => `list watched = "watched"
rule acting "Acts ${mark}" { on transaction
  let large = transaction.metadata.x > 5
  when large and transaction.channel = "web"
  then alert HIGH "{origin}: {transaction.metadata.x} in {transaction.channel}" once per origin in 90m
   add transaction.channel to watched because "{transaction.channel} was seen" }`;

/** Returns content with texts that no other test uses. */
function contentFor(mark: string): RuleSetContent {
  const content = contentOf(actingFor(mark), ...othersFor(mark));
  const aged = content.rules.map((rule, index) => ({ ...rule, createdAt: new Date(index * 1000).toISOString() }));
  return { ...content, rules: aged, timezone: 'Europe/Madrid' };
}

const context: Context = {
  channel: 'web',
  category: 'category-1',
  metadata: { x: 9 },
  originEntityId: 'e1',
  originEntity: { id: 'e1', name: 'Ada' },
};

function compiled(from: RuleSetContent): CompiledRuleSet {
  const result = compileRuleSet(from);
  if (!result.ok) throw new Error(JSON.stringify(result.error[0], null, 2));
  return result.value;
}

/** Returns everything that is reported about an evaluation and about the set. */
const saidOf = (set: CompiledRuleSet): unknown => {
  const outcome = set.evaluate(context, noFacts, created);
  return structuredClone({
    outcome: { ...outcome },
    summary: prepareSummary({ rules: set.rules, version: set.version, matrices: set.matrices }).render(
      outcome,
      applied,
    ),
    trace: explainRule(set.inspectRule(0, context, noFacts, created), { full: true }),
    plan: planReport(set),
    examined: set.examine(context, noFacts, created),
  });
};

async function forgotten(set: CompiledRuleSet): Promise<boolean> {
  const tree = new WeakRef(set.rules[0]!.checked.condition);
  for (let tries = 0; tries < 20; tries++) {
    // In a separate task: what was accessed in the current one stays referenced until it ends.
    await setTimeout(1);
    collect();
    if (tree.deref() === undefined) return true;
  }
  return false;
}

describe('compiled rule set', () => {
  it('discards the syntax trees of its rules and gives the same results as before', async () => {
    const set = compiled(contentFor('once'));
    const before = saidOf(set);
    expect(set.evaluate(context, noFacts, created).effects).toEqual([
      expect.objectContaining({ kind: 'createAlert' }),
      expect.objectContaining({ kind: 'addToList', listId }),
    ]);
    expect(await forgotten(set)).toBe(true);
    expect(saidOf(set)).toEqual(before);
  });

  it('whose syntax trees were discarded can be recompiled, alone and from a previous rule set', async () => {
    const content = contentFor('again');
    const set = compiled(content);
    const before = saidOf(set);
    expect(await forgotten(set)).toBe(true);
    const from = compileRuleSet(content, { previous: [set] });
    expect(from.ok && saidOf(from.value)).toEqual(before);
    expect(saidOf(compiled(content))).toEqual(before);
  });
});
