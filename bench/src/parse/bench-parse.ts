import { writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { tokenize } from '@tamis/grammar';
import { compileRuleSet, type CompiledRuleSet, type RuleSetContent } from '@tamis/engine';
import { decodeRule, encodeRule, readRules, type RuleDeclaration } from '@tamis/lang';
import { makeWorkload } from '../engine/workload.js';
import { tamisRules } from '../engine/tamis-rules.js';
import { machine } from '../machine.js';
import { cpuMs, measureCpu, type CpuSample } from './cpu-time.js';
import { readWithPeggy } from './peggy-reader.js';

const megabyte = 1_000_000;
const wrap = (condition: string): string => `rule r {\n  on transaction\n  when ${condition}\n}\n`;

/** Texts designed to be expensive. Each must result in a diagnostic with a position. */
const hostileTexts: readonly { readonly name: string; readonly make: () => string }[] = [
  { name: '1 MB of (', make: () => '('.repeat(megabyte) },
  { name: '1 MB of ( in a condition', make: () => wrap('('.repeat(megabyte)) },
  { name: 'an or of 100,000 terms', make: () => wrap(Array.from({ length: 100_000 }, () => 'a = 1').join(' or ')) },
  { name: 'groups 20,000 deep', make: () => wrap(`${'any { '.repeat(20_000)}a = 1${' }'.repeat(20_000)}`) },
  { name: 'not 100,000 times', make: () => wrap(`${'not '.repeat(100_000)}a`) },
  { name: 'a list of 10 MB', make: () => wrap(`a in [${'1234567, '.repeat(1_111_111)}1]`) },
  { name: 'a list of 1 MB', make: () => wrap(`a in [${'1234567, '.repeat(111_000)}1]`) },
  { name: '1 MB of NUL', make: () => wrap('\0'.repeat(megabyte)) },
  { name: '300,000 lone surrogates', make: () => wrap('\uD800'.repeat(300_000)) },
  { name: '300,000 bidi controls', make: () => wrap('\u202E'.repeat(300_000)) },
  { name: '1 MB of quotes', make: () => wrap('"'.repeat(megabyte)) },
  { name: 'a comment of 1 MB without an end', make: () => `/*${'*'.repeat(megabyte)}` },
  { name: 'a path of 200,000 steps', make: () => wrap(`a${'.b'.repeat(200_000)} = 1`) },
  { name: '20,000 broken rules', make: () => 'rule r { on transaction when ) }\n'.repeat(20_000) },
];

export interface ParseBenchOptions {
  readonly rules: number;
  readonly seed: number;
  readonly rounds: number;
  readonly json: string | null;
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

const rate = (count: number, { medianMs, bestMs }: CpuSample): Record<string, number> => ({
  rulesPerSecond: Math.round((count * 1000) / medianMs),
  bestRulesPerSecond: Math.round((count * 1000) / bestMs),
});

/** Throws if the two parsers have different results, since the time would then be meaningless. */
function compareTrees(text: string): readonly RuleDeclaration[] {
  const { file, diagnostics } = readRules(text);
  const [problem] = diagnostics;
  if (problem) throw new Error(`the rules should be right: ${problem.message}`);
  if (!isDeepStrictEqual(file, readWithPeggy(text))) throw new Error('the two trees differ');
  return file.rules;
}

function throughJson(rules: readonly RuleDeclaration[]): void {
  for (const rule of rules)
    if (!decodeRule(encodeRule(rule)).rule) throw new Error(`${rule.key.text} was not read back`);
}

function benchReading(text: string, { rules: count, rounds }: ParseBenchOptions): Record<string, unknown> {
  const trees = compareTrees(text);
  const { tokens, tree, peggy, json } = measureCpu(
    {
      tokens: () => void tokenize(text),
      tree: () => void readRules(text),
      peggy: () => void readWithPeggy(text),
      json: () => throughJson(trees),
    },
    rounds,
  );
  return {
    textToTokens: rate(count, tokens),
    textToTree: rate(count, tree),
    textToTreeByPeggy: rate(count, peggy),
    treeToJsonToTree: rate(count, json),
    peggyTakesTimes: rounded(peggy.medianMs / tree.medianMs),
  };
}

/** Returns the rules with another threshold in one of them, so that no previous parse of it can be reused. */
function withChange(content: RuleSetContent, round: number): RuleSetContent {
  const at = Math.floor(content.rules.length / 2);
  const rules = content.rules.map((rule, index) =>
    index === at
      ? {
          ...rule,
          source: rule.source.replace('  when ', `  when transaction.amount > ${String(round + 1)} USD\n   and `),
        }
      : rule,
  );
  return { ...content, rules };
}

function compile(content: RuleSetContent, previous: readonly CompiledRuleSet[] = []): CompiledRuleSet {
  const compiled = compileRuleSet(content, { previous });
  if (!compiled.ok) throw new Error(`the set should compile: ${compiled.error[0]?.diagnostics[0]?.message ?? ''}`);
  return compiled.value;
}

/** The set is new in each round: every rule differs from all rules parsed before. */
function benchCompiling(content: RuleSetContent, rounds: number): Record<string, unknown> {
  const renamed = (round: number): RuleSetContent => ({
    ...content,
    rules: content.rules.map((rule) => ({
      ...rule,
      source: rule.source.replace('score 1', `score ${String(round + 2)}`),
    })),
  });
  const first = cpuMs(() => void compile(content));
  let round = 0;
  let inForce = compile(content);
  const { whole, changed } = measureCpu(
    {
      whole: () => void compile(renamed(round++)),
      changed: () => void (inForce = compile(withChange(content, round++), [inForce])),
    },
    rounds,
  );
  return {
    firstCompileMs: rounded(first),
    compileMs: rounded(whole.medianMs),
    oneRuleChangedMs: rounded(changed.medianMs),
  };
}

function benchHostile(): readonly Record<string, unknown>[] {
  return hostileTexts.map(({ name, make }) => {
    const text = make();
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    let found = 0;
    let place = '';
    const ms = cpuMs(() => {
      const { diagnostics } = readRules(text);
      const [first] = diagnostics;
      found = diagnostics.length;
      place = first?.range ? `${String(first.range.start.line + 1)}:${String(first.range.start.character + 1)}` : '';
      if (!first) throw new Error(`nothing was found in ${name}`);
    });
    const grown = process.memoryUsage().heapUsed - before;
    globalThis.gc?.();
    const kept = process.memoryUsage().heapUsed - before;
    return { name, ms: rounded(ms), found, place, grownMb: rounded(grown / 2 ** 20), keptMb: rounded(kept / 2 ** 20) };
  });
}

/** Measures how fast rules are parsed, written as JSON and compiled, and the cost of texts designed to be expensive. In processor time. */
export function benchParse(options: ParseBenchOptions): void {
  const content = tamisRules(makeWorkload(options.rules, options.seed, 500).rules);
  const text = content.rules.map(({ source }) => source).join('\n');
  const report = {
    machine: machine(),
    rules: options.rules,
    bytes: text.length,
    tokens: tokenize(text).tokens.length,
    ...benchReading(text, options),
    set: benchCompiling(content, Math.max(3, Math.floor(options.rounds / 2))),
    hostile: benchHostile(),
  };
  console.log(JSON.stringify(report, null, 2));
  if (options.json !== null) writeFileSync(options.json, JSON.stringify(report, null, 2));
}
