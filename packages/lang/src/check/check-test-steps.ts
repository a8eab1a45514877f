import { asDecimal, canonicalIp, type Numeric } from '@tamis/stdx';
import type { Expression } from '../ast/expression.js';
import type { GivenListStep } from '../ast/given-list-step.js';
import type { GivenRecordsStep } from '../ast/given-records-step.js';
import type { GivenStep } from '../ast/given-step.js';
import type { TestDeclaration } from '../ast/test-declaration.js';
import type { VaryStep } from '../ast/vary-step.js';
import type { FieldDeclaration, Target } from '../catalogue/field.js';
import { e0305 } from '../diagnostics/codes/e0305.js';
import { e0505 } from '../diagnostics/codes/e0505.js';
import { e0703 } from '../diagnostics/codes/e0703.js';
import { e0705 } from '../diagnostics/codes/e0705.js';
import { didYouMean } from '../diagnostics/did-you-mean.js';
import { formatPath } from '../paths/path-syntax.js';
import { literalValue } from '../values/literal-value.js';
import { checkCurrency } from './check-expression.js';
import {
  checkFixtureExpression,
  checkFixtureObject,
  checkFixtureValue,
  checkFree,
  pathField,
  type TestContext,
} from './check-fixture.js';
import { foldConstant } from './fold-constant.js';
import { resolvePath } from './resolve-path.js';
import { atSubject } from './rule-context.js';
import { entityFields, instrumentFields, recordFields, referenceFunctions } from './test-fixtures.js';

const block = /^(.*)\/\d{1,3}$/;

/** Returns whether a list of a type can contain a text (E0505). */
function fitsList(text: string, listType: string): boolean {
  if (listType === 'ip_blocklist') return canonicalIp(block.exec(text)?.[1] ?? text) !== null;
  return listType !== 'country_list' || /^[A-Za-z]{2}$/.test(text);
}

/** Checks an item of a list in a fixture or an expectation. */
export function checkListItem(item: Expression, listType: string, { rule }: TestContext): void {
  if (!checkFixtureExpression(item, rule)) return;
  const value = foldConstant(item, rule.resolutions);
  const texts = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  const misfit = texts.filter((text) => typeof text === 'string').find((text) => !fitsList(text, listType));
  if (misfit !== undefined)
    rule.findings.add(e0505, item, { message: `a list of type \`${listType}\` never contains \`${misfit}\`` });
}

/** Returns the type of a declared list; `null` if an error was reported. */
export function listTypeNamed(word: GivenListStep['list'], { rule }: TestContext): string | null {
  const declared = rule.names.get(word.text);
  if (declared?.kind === 'list') {
    declared.used = true;
    return declared.binding?.type ?? null;
  }
  const lists = [...rule.names].flatMap(([name, each]) => (each.kind === 'list' ? [name] : []));
  const [closest] = didYouMean(word.text, lists);
  rule.findings.add(e0703, word, {
    message: `there is no list \`${word.text}\` here`,
    help: closest === undefined ? 'declare it: `list name = "…"`' : `did you mean \`${closest}\`?`,
    ...(closest === undefined ? {} : rule.findings.replacementFix(word, closest)),
  });
  return null;
}

function checkGivenList(step: GivenListStep, test: TestContext): void {
  const type = listTypeNamed(step.list, test);
  if (type === null) return;
  const { items } = step;
  if (items.kind !== 'object' && items.kind !== 'objectList') return checkListItem(items, type, test);
  for (const item of items.kind === 'object' ? [items] : items.items)
    for (const entry of item.entries) {
      const isValue = entry.key.kind === 'path' && formatPath(entry.key.steps) === 'primaryValue';
      if (isValue && entry.value.kind !== 'object' && entry.value.kind !== 'objectList')
        checkListItem(entry.value, type, test);
      else checkFree(entry.value, test);
    }
}

function checkGivenRecords(step: GivenRecordsStep, test: TestContext): void {
  const { rule } = test;
  const sources = rule.catalogue.schema.sources.filter((each) => each.timePath !== null).map((each) => each.name);
  if (!sources.some((name) => name === step.source.text)) {
    const [closest] = didYouMean(step.source.text, sources);
    rule.findings.add(e0703, step.source, {
      message: `\`${step.source.text}\` is not a source of records with a time`,
      help: closest === undefined ? `write one of ${sources.join(', ')}` : `did you mean \`${closest}\`?`,
      ...(closest === undefined ? {} : rule.findings.replacementFix(step.source, closest)),
    });
    return;
  }
  const count = literalValue(step.count);
  if (typeof count !== 'number' || !Number.isInteger(count))
    rule.findings.add(e0305, step.count, { message: 'a number of records must be whole' });
  const every = literalValue(step.every);
  if (every !== undefined && asDecimal(every as Numeric).lte(0))
    rule.findings.add(e0305, step.every, { message: 'the time between two records must be greater than zero' });
  checkFixtureObject(step.data, [], recordFields(step.source.text, rule.catalogue), test);
}

/** Checks the results given for a function over reference data, by its first argument. */
function checkFunctionResults(step: GivenStep, test: TestContext): void {
  const declaration = test.rule.catalogue.function(step.name.text);
  if (step.value.kind !== 'object' || !declaration) {
    test.rule.findings.add(e0705, step.value, {
      message: `\`${step.name.text}\` is given as \`{ "argument": value }\``,
    });
    return;
  }
  const [signature] = declaration.signatures;
  const takesList = step.name.text === 'ipFlag' || step.name.text === 'isHoliday';
  const type = signature && !takesList ? signature.result([]) : null;
  for (const { key, value } of step.value.entries) {
    if (value.kind === 'object' || value.kind === 'objectList' || !type) checkFree(value, test);
    else {
      const path = key.kind === 'textLiteral' ? key.value : formatPath(key.steps);
      const field: FieldDeclaration = { path, jsonPath: [path], type, nullable: true, description: '' };
      checkFixtureValue(value, field, test);
    }
  }
}

function checkGiven(step: GivenStep, target: Target, test: TestContext): void {
  const { rule } = test;
  const { text } = step.name;
  const { value } = step;
  const isTime = value.kind === 'dateLiteral' || value.kind === 'datetimeLiteral';
  if (text === 'now') {
    if (!isTime) rule.findings.add(e0705, value, { message: '`now` is a date and time' });
    return;
  }
  if (referenceFunctions.has(text)) return checkFunctionResults(step, test);
  if (isTime) {
    rule.findings.add(e0705, value, { message: `\`${text}\` is described by \`{ … }\`` });
    return;
  }
  if (rule.catalogue.schema.sources.some((each) => each.name === text)) {
    const items = value.kind === 'objectList' ? value.items : [value];
    for (const item of items) checkFixtureObject(item, [], recordFields(text, rule.catalogue), test);
    return;
  }
  if (value.kind === 'objectList') {
    const known = [...rule.catalogue.schema.sources.map((each) => each.name), 'instrument'];
    const [closest] = didYouMean(text, known);
    rule.findings.add(e0703, step.name, {
      message: `\`${text}\` is not a source of records`,
      help: closest === undefined ? `write one of ${known.join(', ')}` : `did you mean \`${closest}\`?`,
    });
    return;
  }
  const find = text === 'instrument' ? instrumentFields(rule.catalogue) : entityFields(text, target, rule.catalogue);
  checkFixtureObject(value, [], find, test);
}

/** Checks `vary path { … }` and returns the field it sets. */
export function checkVary(step: VaryStep, test: TestContext): FieldDeclaration | null {
  const { rule } = test;
  const field = pathField(step.path, test);
  // Reports the error in the path, with suggestions.
  if (!field) resolvePath(step.path, atSubject, rule);
  for (const { value, outcome } of step.cases) {
    if (field) checkFixtureValue(value, field, test);
    if (outcome.because && !pathField(outcome.because, test)) resolveCause(outcome.because, test);
  }
  return field;
}

/** The path of a cause may end above a field: `because origin.enrichment`. */
export function resolveCause(path: Parameters<typeof pathField>[0], test: TestContext): void {
  const { rule } = test;
  const [target] = rule.targets;
  const known = target ? rule.catalogue.schema.fields(target) : [];
  const prefix = `${formatPath(path.steps)}.`;
  if (known.some((field) => field.path.startsWith(prefix))) return;
  if (!pathField(path, test)) resolvePath(path, atSubject, rule);
}

/** Checks everything that a test gives before its event. */
export function checkGivens(declaration: TestDeclaration, target: Target, test: TestContext): void {
  for (const step of declaration.steps) {
    if (step.kind === 'givenListStep') checkGivenList(step, test);
    else if (step.kind === 'givenRateStep') {
      checkCurrency(step.from.currency, step.from, test.rule);
      checkCurrency(step.to.currency, step.to, test.rule);
      for (const side of [step.from, step.to])
        if (asDecimal(literalAmount(side)).lte(0))
          test.rule.findings.add(e0705, side, { message: 'a rate is made of amounts greater than zero' });
    } else if (step.kind === 'givenRecordsStep') checkGivenRecords(step, test);
    else if (step.kind === 'givenStep') checkGiven(step, target, test);
  }
}

const literalAmount = (node: Expression): Numeric => {
  const value = literalValue(node);
  return typeof value === 'object' && 'amount' in value ? (value.amount as Numeric) : 0;
};
