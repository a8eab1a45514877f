import {
  formatPath,
  isUnknown,
  parsePath,
  toTextPath,
  type Cause,
  type Expression,
  type FieldDeclaration,
  type PathNode,
  type TestOutcome,
  type Unknown,
} from '@tamis/lang';
import { fieldsOf } from './fields-of.js';
import type { Mismatch, EvaluatedCase } from './case-result.js';

const words = { hit: 'hit', no_hit: 'no hit', unknown: 'unknown' } as const;

type OutcomeName = TestOutcome['outcome'];

const nameOf = (value: boolean | Unknown): OutcomeName => (isUnknown(value) ? 'unknown' : value ? 'hit' : 'no_hit');

/** Returns the overall outcome of the test, from the outcomes of all evaluated rules. */
function overallOutcome({ examined }: EvaluatedCase): OutcomeName | 'mixed' | 'none' {
  const names = examined.map(({ value }) => nameOf(value));
  if (names.length === 0) return 'none';
  if (names.every((name) => name === 'hit')) return 'hit';
  if (names.every((name) => name === 'no_hit')) return 'no_hit';
  return names.includes('hit') ? 'mixed' : 'unknown';
}

/** Describes the outcome in words, with the names of rules if they differ. */
function describe(run: EvaluatedCase): string {
  const outcome = overallOutcome(run);
  if (outcome === 'none') return 'no rule was evaluated: their `scope` excludes this subject';
  if (outcome !== 'mixed' && run.examined.length === 1) return words[outcome];
  const each = run.examined.map(({ rule, value }) => `${run.rules[rule]?.checked.key ?? ''} ${words[nameOf(value)]}`);
  return outcome === 'hit' || outcome === 'no_hit' ? words[outcome] : each.join(', ');
}

const startsWith = (steps: readonly string[], head: readonly string[]): boolean =>
  head.length <= steps.length && head.every((step, index) => steps[index] === step);

/** Returns every path that a cause refers to. A cause without a path refers to what its leaf reads. */
function pathsOf(cause: Cause, run: EvaluatedCase): readonly (readonly string[])[] {
  const own = cause.path === undefined ? null : parsePath(cause.path);
  const derivedFrom = (field: FieldDeclaration): readonly (readonly string[])[] => {
    const { derived } = field;
    const reads = (derived?.reads ?? []).map((read) => [...(derived?.owner ?? []), ...read]);
    return [field.jsonPath, ...reads];
  };
  const read = run.examined.flatMap(({ rule, leaves }) => {
    const { checked, items = [] } = run.rules[rule] ?? {};
    if (!checked) return [];
    return leaves
      .filter((leaf) => leaf.outcome === 'unknown')
      .flatMap((leaf) => (items[leaf.index] ? fieldsOf(items[leaf.index]?.node as Expression, checked) : []));
  });
  if (!own) return read.map(({ jsonPath }) => jsonPath);
  // The currency of an amount is considered part of the amount.
  const derived = read.filter((field) => derivedFrom(field).some((path) => startsWith(own, path)));
  return [own, ...derived.map(({ jsonPath }) => jsonPath)];
}

/** Whether a cause has a path that starts with the steps of the expected one, in the notation of authors. */
function matchesCause({ steps }: PathNode, run: EvaluatedCase): boolean {
  const { target } = run.test;
  const scope = { target: target === 'person' || target === 'company' ? ('entity' as const) : target };
  return causesOf(run).some((cause) =>
    pathsOf(cause, run).some((path) => startsWith(toTextPath(formatPath(path), scope) ?? path, steps)),
  );
}

const causesOf = ({ examined }: EvaluatedCase): readonly Cause[] =>
  examined.flatMap(({ value }) => (isUnknown(value) ? value.causes : []));

/** Checks `expect hit`, `expect no hit` and `expect unknown because p`. */
export function checkOutcome({ outcome, because }: TestOutcome, run: EvaluatedCase): Mismatch {
  const actual = overallOutcome(run);
  const fits = actual === outcome || (actual === 'none' && outcome === 'no_hit');
  if (!fits) return describe(run);
  if (!because || matchesCause(because, run)) return null;
  const causes = causesOf(run).map(({ cause, path }) => (path === undefined ? cause : `${path} (${cause})`));
  return `unknown because of ${[...new Set(causes)].join(', ')}, not of ${formatPath(because.steps)}`;
}

/** Returns the outcome as the author wrote it. */
export const outcomeText = ({ outcome, because }: TestOutcome): string =>
  because ? `${words[outcome]} because ${formatPath(because.steps)}` : words[outcome];
