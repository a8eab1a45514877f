import { createHash } from 'node:crypto';
import { canonicalJson, type JsonValue, type OmitMember } from '@tamis/stdx';
import { defaultNumberFormat } from '@tamis/lang';
import { newTextLruCache } from './text-lru-cache.js';
import { readRuleCached } from './read-rule-cached.js';
import type { MatrixContent, RuleContent, RuleSetContent } from './rule-set-content.js';

/** Incremented when the engine has different results for the same rules and data. */
export const engineVersion = 1;

/** Members of the syntax tree that do not affect results: positions in the text, layout, and descriptions for people. */
const excludedSetKeys: ReadonlySet<string> = new Set(['range', 'style', 'title', 'description']);
const excludedRuleKeys: ReadonlySet<string> = new Set(['tests', 'owner', 'reference', 'tags', 'meta']);

/** The meaning of a syntax tree for results excludes layout, comments, names and descriptions. */
const isWithoutMeaning: OmitMember = (key, owner) =>
  excludedSetKeys.has(key) || (excludedRuleKeys.has(key) && 'kind' in owner && owner.kind === 'ruleDeclaration');

/** By source text, which fully determines the meaning. */
const maxMeaningCharacters = 4_000_000;
const meanings = newTextLruCache<string>(maxMeaningCharacters);

/** Returns the canonical JSON of the meaning of a source. If the source cannot be parsed, it is that of the text itself. */
function textMeaning(source: string): string {
  const known = meanings.get(source);
  if (known !== undefined) return known;
  const read = readRuleCached(source);
  const readable = !read.diagnostics.some((diagnostic) => diagnostic.severity === 'error');
  // A syntax tree contains only what JSON can represent.
  const made = readable ? canonicalJson(read.file as unknown as JsonValue, isWithoutMeaning) : canonicalJson(source);
  meanings.set(source, made, { size: made.length });
  return made;
}

/** Computes the meaning of each text, which the version of a set requires, with a pause after each. */
export function* readMeanings({ rules }: Pick<RuleSetContent, 'rules'>): Generator<undefined, void> {
  for (const { source } of rules) {
    textMeaning(source);
    yield;
  }
}

/** Returns the canonical JSON of an object whose members are already canonical JSON. */
const canonicalObject = (members: Readonly<Record<string, string>>): string =>
  `{${Object.keys(members)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${members[key] as string}`)
    .join(',')}}`;

const ruleMeaning = ({ ruleId, status, source, createdAt }: RuleContent): string =>
  canonicalObject({
    ruleId: canonicalJson(ruleId),
    status: canonicalJson(status),
    createdAt: canonicalJson(new Date(createdAt).toISOString()),
    text: textMeaning(source),
  });

/** Names and version numbers do not affect results. */
const matrixMeaning = ({
  matrixId,
  key,
  status,
  scale,
  thresholds,
  bands,
  otherwise,
  events,
  triggers,
}: MatrixContent): JsonValue => ({
  matrixId,
  key,
  status,
  scale: { ...scale },
  thresholds: { ...thresholds },
  bands: bands.map((band) => ({ ...band })),
  otherwise,
  // A matrix without events keeps the meaning it had before events existed.
  ...(events ? { events: events as unknown as JsonValue } : {}),
  ...(triggers ? { triggers: triggers as unknown as JsonValue } : {}),
});

/** A version of a rule may be in shadow in addition to the deciding one. */
function byRuleId(a: RuleContent, b: RuleContent): number {
  if (a.ruleId !== b.ruleId) return a.ruleId < b.ruleId ? -1 : 1;
  return a.status < b.status ? -1 : a.status > b.status ? 1 : 0;
}

const byKey = (a: MatrixContent, b: MatrixContent): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

/**
 * Returns the id of a rule set: `rs_` and the SHA-256 of the canonical JSON of everything in it that can affect results (shapes 5.6). The
 * order of the rules, version numbers, names, descriptions, comments and layout do not matter.
 */
export function ruleSetVersion(content: RuleSetContent): string {
  const lists = Object.fromEntries(
    Object.entries(content.lists).map(([reference, { id, type }]) => [reference, { id, type }]),
  );
  const meaning = {
    engineVersion,
    lists,
    baseCurrency: content.baseCurrency,
    timezone: content.timezone,
    // A set with the default keeps the version it had before there were others.
    ...(content.numberFormat && content.numberFormat !== defaultNumberFormat
      ? { numberFormat: content.numberFormat }
      : {}),
    // A set without matrices keeps the version it had before matrices existed.
    ...(content.matrices && content.matrices.length > 0
      ? { matrices: [...content.matrices].sort(byKey).map(matrixMeaning) }
      : {}),
    ...(content.defaultMatrices ? { defaultMatrices: content.defaultMatrices as JsonValue } : {}),
  };
  const members = Object.entries<JsonValue>(meaning).map(([key, value]) => [key, canonicalJson(value)] as const);
  const rules = [...content.rules].sort(byRuleId).map(ruleMeaning).join(',');
  const text = canonicalObject({ ...Object.fromEntries(members), rules: `[${rules}]` });
  return `rs_${createHash('sha256').update(text).digest('hex')}`;
}
