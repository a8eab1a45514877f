import { createEnvironment, type Context } from '@tamis/engine';
import {
  checkFile,
  isUnknown,
  parsePath,
  readRules,
  type CheckedRule,
  type DataTables,
  type Example,
  type ListBinding,
  type Outcome,
} from '@tamis/lang';
import { lookUpInTables, libraryCatalogue } from '@tamis/library';
import { evaluateExpression } from '@tamis/reference';

const now = Date.parse('2026-03-01T12:00:00Z');

type Given = Pick<Example, 'declares' | 'given' | 'data' | 'records'>;

/** Lists have the name that the text uses for them. */
const listNamed =
  ({ lists = {} }: DataTables) =>
  (name: string): ListBinding => ({ id: name, name, type: lists[name]?.type ?? 'custom' });

function checkedRule(text: string, declares: string, data: DataTables): CheckedRule {
  const { file, diagnostics } = readRules(`${declares} rule r { on transaction let x = ${text} when x is present }`);
  const checked = checkFile(file, { catalogue: libraryCatalogue, findList: listNamed(data) });
  expect([...diagnostics, ...checked.diagnostics].filter(({ severity }) => severity === 'error')).toEqual([]);
  return checked.rules[0] as CheckedRule;
}

/** Returns a context with the values at the paths where the API stores these fields. */
function contextOf(given: Readonly<Record<string, unknown>>): Context {
  const root: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(given)) {
    const jsonPath = libraryCatalogue.schema.field('transaction', parsePath(path) ?? [])?.jsonPath ?? [];
    const last = jsonPath[jsonPath.length - 1] as string;
    let object = root;
    for (const step of jsonPath.slice(0, -1)) object = (object[step] ??= {}) as Record<string, unknown>;
    object[last] = value;
  }
  return root;
}

function valueOf(text: string, { declares = '', given = {}, data = {}, records = [] }: Given = {}): Outcome {
  const rule = checkedRule(text, declares, data);
  const context = contextOf(given);
  const settings = { baseCurrency: 'USD', timezone: 'UTC' };
  const environment = createEnvironment(now, settings, {
    context,
    answer: lookUpInTables(data, now),
    ...(data.rates ? { rates: data.rates } : {}),
  });
  const world = { target: 'transaction' as const, context, records, lists: new Map(), environment };
  const [named] = rule.lets;
  if (!named) throw new Error('the rule has one let');
  return evaluateExpression(named.value, rule, world);
}

const { operators, functions, aggregates } = libraryCatalogue;

describe.each([...operators, ...functions, ...aggregates].map((each) => [each.name, each] as const))(
  '%s',
  (_name, { examples }) => {
    it('has examples', () => {
      expect(examples.length).toBeGreaterThan(0);
    });

    it.each(examples.map((example) => [example.text, example.result, example] as const))(
      '%s gives %s',
      (text, result, example) => {
        const found = valueOf(text, example);
        const expectedCause = /^unknown \((\w+)\)$/.exec(result)?.[1];
        if (expectedCause !== undefined) expect(isUnknown(found) && found.causes[0]?.cause).toBe(expectedCause);
        else expect(found).toEqual(valueOf(result));
      },
    );
  },
);
