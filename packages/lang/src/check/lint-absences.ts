import type { Expression } from '../ast/expression.js';
import { e0411 } from '../diagnostics/codes/e0411.js';
import { w1209 } from '../diagnostics/codes/w1209.js';
import { formatPath } from '../paths/path-syntax.js';
import type { Type } from '../types/type.js';
import { typeName } from '../types/type-name.js';
import type { AggregateFrame } from './aggregate-frame.js';
import type { CheckedRule } from './checked-rule.js';
import { childExpressions } from './child-expressions.js';
import type { DiagnosticBag } from './diagnostic-bag.js';
import type { Resolution } from './semantic-model.js';

/**
 * What can be named when a rule is checked but is never available to its evaluations. Each function returns why; `null` if it is available.
 */
export interface Absences {
  /**
   * For a field by its JSON path. `records` is the name of what an aggregate reads (`transactions`, or `accounts` for a list with that
   * name); `null` for the subject.
   */
  readonly field: (jsonPath: readonly string[], records: string | null) => string | null;
  readonly call: (name: string) => string | null;
  /** For a key used to find records of a window: what to write instead (E0411). */
  readonly key: (recordPath: readonly string[], type: Type, records: string) => string | null;
}

/** Reports what a rule uses that is never available. */
export type AbsenceLint = (rule: CheckedRule, findings: DiagnosticBag) => void;

interface Absence {
  readonly name: string;
  readonly why: string;
}

const recordsOf = ({ source, listPath }: AggregateFrame): string =>
  source === 'elements' ? (listPath?.at(-1) ?? source) : source;

/** Returns what a node itself reads that is not available. */
function absencesOf(
  node: Expression,
  resolution: Resolution | null,
  records: string | null,
  absences: Absences,
): readonly Absence[] {
  const named = (name: string, why: string | null): readonly Absence[] => (why === null ? [] : [{ name, why }]);
  if (resolution?.kind === 'aggregate') {
    const { window } = resolution;
    const keys = window.links.flatMap(({ alternatives }) => alternatives.flat());
    return keys.flatMap(({ subjectPath, recordPath }) =>
      named(
        formatPath(subjectPath),
        absences.field(subjectPath, null) ?? absences.field(recordPath, recordsOf(window)),
      ),
    );
  }
  if (node.kind === 'path' && resolution?.kind === 'field') {
    const { field, scope } = resolution;
    return named(formatPath(node.steps), absences.field(field.jsonPath, scope === 'record' ? records : null));
  }
  return node.kind === 'call' && resolution?.kind === 'application'
    ? named(`${node.name}(…)`, absences.call(node.name))
    : [];
}

interface UnmatchableKey {
  readonly message: string;
  /** What to write instead. */
  readonly help: string;
}

/** Returns the keys of a node by which no record can be found. */
function unmatchableKeys(resolution: Resolution | null, { key }: Absences): readonly UnmatchableKey[] {
  if (resolution?.kind !== 'aggregate') return [];
  const { window } = resolution;
  const keys = window.links.flatMap(({ alternatives }) => alternatives.flat());
  return keys.flatMap(({ recordPath, type }) => {
    const help = key(recordPath, type, recordsOf(window));
    if (help === null) return [];
    const message = `records of \`${recordsOf(window)}\` are not found by \`${formatPath(recordPath)}\`, ${typeName(type)}`;
    return [{ message, help }];
  });
}

/**
 * Reports W1209 for a field or function that is missing in every evaluation, and E0411 for a key by which no record can be found, each
 * once. Problems in a definition are reported at its use. Created by code that knows the available data, so that a checker without a server
 * does not depend on it.
 */
export function absenceLint(absences: Absences): AbsenceLint {
  return (rule, findings) => lintAbsences(rule, absences, findings);
}

function lintAbsences(rule: CheckedRule, absences: Absences, findings: DiagnosticBag): void {
  const told = new Set<string>();
  const visit = (node: Expression, records: string | null, at: Expression): void => {
    const resolution = rule.meaning.resolution(node);
    for (const { name, why } of absencesOf(node, resolution, records, absences)) {
      if (told.has(name)) continue;
      told.add(name);
      findings.add(w1209, at, { message: `\`${name}\` is never available: ${why}`, help: 'remove it' });
    }
    for (const { message, help } of unmatchableKeys(resolution, absences)) {
      if (told.has(message)) continue;
      told.add(message);
      findings.add(e0411, at, { message, help });
    }
    if (resolution?.kind === 'expansion') visit(resolution.body, records, at);
    const below = resolution?.kind === 'aggregate' ? recordsOf(resolution.window) : records;
    for (const child of childExpressions(node)) visit(child, below, at === node ? child : at);
  };
  for (const root of [...rule.lets.map(({ value }) => value), rule.condition]) visit(root, null, root);
}
