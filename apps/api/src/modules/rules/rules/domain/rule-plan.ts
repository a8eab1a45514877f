import { hash } from 'node:crypto';

import { describeChanges, formatRules, readRules, type FileDeclaration } from '@tamis/lang';

import { declarationName } from './library-names.js';
import { normalizeSource, printDeclaration, type RuleInFiles } from './rules-in-files.js';
import type { Rule } from './rule.js';

export type PlannedKind = 'create' | 'update' | 'archive' | 'same';

/** What applying files would change in one rule, one matrix or one shared name. */
export interface PlannedChange {
  /** Absent for a rule. */
  readonly kind?: 'matrix' | 'name';
  readonly key: string;
  readonly change: PlannedKind;
  /** One line per change; empty if the whole item is added or removed. */
  readonly words: readonly string[];
  /** SHA-256 of the text that is stored now; `null` if there is none. */
  readonly storedHash: string | null;
}

export const textHash = (text: string): string => hash('sha256', text, 'hex');

/** A planned change of a rule, with the rule and its new text. */
export interface PlannedRule extends PlannedChange {
  /** `null` for a new rule. */
  readonly stored: Rule | null;
  /** The new text; `null` if the rule is archived. */
  readonly source: string | null;
}

const formatSource = (source: string): string => formatRules(source).text ?? source;

const declarationsByName = (source: string): ReadonlyMap<string, FileDeclaration> =>
  new Map(
    readRules(source).file.declarations.flatMap((each) => {
      const name = declarationName(each);
      return name === null ? [] : [[name, each] as const];
    }),
  );

function describeNames(before: string, after: string): readonly string[] {
  const [old, current] = [declarationsByName(before), declarationsByName(after)];
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((name) => {
    const [from, to] = [old.get(name), current.get(name)].map((each) => (each ? printDeclaration(each) : undefined));
    if (from === to) return [];
    if (from === undefined) return [`adds ${to}`];
    return to === undefined ? [`removes ${from}`] : [`${from} → ${to}`];
  });
}

/** Describes what changes, or returns `null` if only the layout does. */
function describeTextChanges(before: string, after: string): readonly string[] | null {
  const old = normalizeSource(before);
  if (formatSource(old) === formatSource(after)) return null;
  const [from, to] = [readRules(old).file.rules[0], readRules(after).file.rules[0]];
  const words = [...describeNames(old, after), ...(from && to ? describeChanges(from, to) : [])];
  return words.length > 0 ? words : ['comments'];
}

/** Returns how files would change stored rules, in file order. With `prune`, rules that are not in the files are archived. */
export function* planRuleChanges(
  wanted: Iterable<RuleInFiles>,
  stored: readonly Rule[],
  prune: boolean,
): Generator<PlannedRule, void> {
  const byKey = new Map(stored.map((rule) => [rule.text.form.key, rule]));
  const kept = new Set<string>();
  for (const { key, source } of wanted) {
    kept.add(key);
    yield plannedRule({ key, source }, byKey.get(key) ?? null);
  }
  if (!prune) return;
  for (const rule of stored) {
    const { form, source } = rule.text;
    if (!kept.has(form.key))
      yield { key: form.key, change: 'archive', words: [], storedHash: textHash(source), stored: rule, source: null };
  }
}

function plannedRule({ key, source }: Omit<RuleInFiles, 'file'>, rule: Rule | null): PlannedRule {
  if (!rule) return { key, change: 'create', words: [], storedHash: null, stored: null, source };
  const words = describeTextChanges(rule.text.source, source);
  const storedHash = textHash(rule.text.source);
  return { key, change: words ? 'update' : 'same', words: words ?? [], storedHash, stored: rule, source };
}

export const toPlannedChange = ({ key, change, words, storedHash }: PlannedChange): PlannedChange => ({
  key,
  change,
  words,
  storedHash,
});
