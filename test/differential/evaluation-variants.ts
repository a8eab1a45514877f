import { checkRuleSet, compileCheckedRules, type CompiledRuleSet, type RuleSetContent } from '@tamis/engine';
import { decodeRule, encodeRule, formatRules, printFile, printRule, readRules, sameTree } from '@tamis/lang';
import { declarationsOf, declaredNames } from './declared-names.js';
import type { CheckedSet } from './random-rules.js';

function rewritten({ content }: CheckedSet, rewrite: (source: string) => string): CompiledRuleSet {
  const rules = content.rules.map((rule) => ({ ...rule, source: rewrite(rule.source) }));
  const other: RuleSetContent = { ...content, rules };
  const checked = checkRuleSet(other);
  if (!checked.ok) {
    const texts = rules.map(({ source }) => source).join('\n');
    throw new Error(`what was printed is not taken: ${JSON.stringify(checked.error)}\n${texts}`);
  }
  return compileCheckedRules(checked.value, other);
}

/** Passes a rule through its JSON form, as if through a database and back. */
function throughJson(source: string): string {
  const [rule] = readRules(source).file.rules;
  if (!rule) throw new Error(`no rule in ${source}`);
  const json: unknown = JSON.parse(JSON.stringify(encodeRule(rule, declaredNames)));
  const decoded = decodeRule(json);
  if (!decoded.rule || decoded.diagnostics.length > 0)
    throw new Error(`${JSON.stringify(decoded.diagnostics)}\n${source}`);
  if (!sameTree(decoded.rule, rule)) throw new Error(`another rule came back from JSON: ${source}`);
  const text = printRule(decoded.rule);
  return `${declarationsOf(text)}\n${text}`;
}

function formatted(source: string): string {
  const { text } = formatRules(source);
  if (text === null) throw new Error(`not formatted: ${source}`);
  if (formatRules(text).text !== text) throw new Error(`formatted again, it is another text: ${source}`);
  if (!sameTree(readRules(text).file, readRules(source).file)) throw new Error(`formatted to another rule: ${source}`);
  return text;
}

/** Changes of how a rule set is computed, none of which affects its meaning. */
export const evaluationVariants: Readonly<Record<string, (set: CheckedSet) => CompiledRuleSet>> = {
  index: ({ rules, content }) => compileCheckedRules(rules, content, { indexFrom: 1 }),
  'index, nothing shared': ({ rules, content }) =>
    compileCheckedRules(rules, content, { indexFrom: 1, sharing: false }),
  'closures, nothing shared': ({ rules, content }) =>
    compileCheckedRules(rules, content, { indexFrom: Infinity, sharing: false }),
  'printed and read again': (set) => rewritten(set, (source) => printFile(readRules(source).file)),
  formatted: (set) => rewritten(set, formatted),
  'through JSON': (set) => rewritten(set, throughJson),
};
