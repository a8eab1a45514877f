import { createEnvironment, type Context, type StoredRecord } from '@tamis/engine';
import {
  analyseRules,
  checkFile,
  isUnknown,
  parsePath,
  readRules,
  type CheckedRule,
  type CheckResult,
  type Expression,
  type Finding,
  type SourceRange,
  type Witness,
} from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import { evaluateCondition, type InterpreterInput } from '@tamis/reference';

const now = Date.parse('2026-03-01T12:00:00Z');

/** One euro is two dollars; no other pair has a rate. */
const rates = {
  referenceCurrency: 'USD',
  maxAgeDays: 10,
  quotes: [{ base: 'EUR', quote: 'USD', at: Date.parse('2026-02-25T00:00:00Z'), rate: '2' }],
};

export function worldOf(context: Context, records: readonly StoredRecord[] = []): InterpreterInput {
  const environment = createEnvironment(now, { baseCurrency: 'USD', timezone: 'UTC' }, { context, rates });
  return { target: 'transaction', context, records, environment };
}

/** Returns a subject with the fields of a witness, in the form in which the API stores them. */
export function contextOf({ fields }: Witness): Context {
  const root: Record<string, unknown> = {};
  const put = (path: readonly string[], value: unknown): void => {
    let object = root;
    for (const step of path.slice(0, -1)) object = (object[step] ??= {}) as Record<string, unknown>;
    object[path[path.length - 1] ?? ''] = value;
  };
  for (const [path, value] of Object.entries(fields)) {
    const field = libraryCatalogue.schema.field('transaction', parsePath(path) ?? []);
    if (!field) throw new Error(`there is no field ${path}`);
    if (field.type.kind !== 'money' || value === null) put(field.jsonPath, value);
    else {
      put(['amount'], (value as { amount: string }).amount);
      put(['currency'], (value as { currency: string }).currency);
    }
  }
  return root;
}

export const matrix = 'matrix m {\n  on transaction\n  thresholds low 30, medium 60, high 80\n}\n';

export function check(source: string): CheckResult {
  const { file, diagnostics } = readRules(source);
  const checked = checkFile(file, { catalogue: libraryCatalogue });
  const errors = [...diagnostics, ...checked.diagnostics].filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(`${errors[0]?.message ?? ''}\n${source.slice(0, 2_000)}`);
  return checked;
}

/** Returns the text of a transaction rule of `matrix`, with each clause on its own line. */
export const ruleText = (key: string, when: string, score = 10): string =>
  `rule ${key} {\n  on transaction\n  matrix m\n  score ${score}\n  when ${when}\n}\n`;

export type Truth = boolean | 'unknown';

export function truthOf(node: Expression, rule: CheckedRule, world: InterpreterInput): Truth {
  const outcome = evaluateCondition(node, rule, world);
  return isUnknown(outcome) ? 'unknown' : outcome === true;
}

/** Returns the findings about rules with these conditions, in order. */
export function findingsOf(conditions: readonly string[], declarations = ''): readonly Finding[] {
  const { rules, matrices } = check(
    `${matrix}${declarations}${conditions.map((when, index) => ruleText(`r${index}`, when, 40)).join('')}`,
  );
  return analyseRules(rules, { matrices });
}

/** Returns the source with the text at a range replaced. */
export function replaced(source: string, { start, end }: SourceRange, text: string): string {
  const lines = source.split('\n');
  const offset = ({ line, character }: SourceRange['start']): number =>
    lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + character;
  return `${source.slice(0, offset(start))}${text}${source.slice(offset(end))}`;
}
