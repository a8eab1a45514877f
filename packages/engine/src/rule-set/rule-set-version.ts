import { createHash } from 'node:crypto';
import { readRules } from '@tamis/lang';
import { canonicalJson, type JsonValue } from '@tamis/stdx';
import type { RuleContent, RuleSetContent } from './rule-set-content.js';

/** Raised when the engine gives another answer to the same rules and data. */
const engineVersion = 1;

/** Members of the tree that change no answer: where it stood in the text, and what is written for people. */
const leftOut: ReadonlySet<string> = new Set(['range', 'title', 'description']);

/** Reduces syntax to what it means for an answer; layout, comments, names and descriptions are gone. */
function meaningOf(node: unknown): JsonValue {
  if (node === null || typeof node !== 'object') return node as JsonValue;
  if (Array.isArray(node)) return node.map(meaningOf);
  const members = Object.entries(node).filter(([key, value]) => !leftOut.has(key) && value !== undefined);
  return Object.fromEntries(members.map(([key, value]) => [key, meaningOf(value)]));
}

function ruleMeaning({ ruleId, status, source, createdAt }: RuleContent): JsonValue {
  const { file, diagnostics } = readRules(source);
  const readable = !diagnostics.some((diagnostic) => diagnostic.severity === 'error');
  return { ruleId, status, createdAt: new Date(createdAt).toISOString(), text: readable ? meaningOf(file) : source };
}

function byRuleId(a: RuleContent, b: RuleContent): number {
  return a.ruleId < b.ruleId ? -1 : a.ruleId > b.ruleId ? 1 : 0;
}

/**
 * The id of a rule set: `rs_` and the SHA-256 of the canonical JSON of everything in it that can change an answer (shapes 5.6).
 * The order of the rules, version numbers, names, descriptions, comments and layout do not matter.
 */
export function ruleSetVersion(content: RuleSetContent): string {
  const lists = Object.fromEntries(
    Object.entries(content.lists).map(([reference, { id, type }]) => [reference, { id, type }]),
  );
  const meaning = {
    engineVersion,
    rules: [...content.rules].sort(byRuleId).map(ruleMeaning),
    lists,
    baseCurrency: content.baseCurrency,
    timezone: content.timezone,
  };
  return `rs_${createHash('sha256').update(canonicalJson(meaning)).digest('hex')}`;
}
