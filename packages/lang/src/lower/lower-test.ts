import type * as cst from '@tamis/grammar';
import * as ast from '../ast/index.js';
import { e0912 } from '../diagnostics/codes/e0912.js';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import { limits } from '../limits.js';
import { nodeRange, single, optionalRange, type LowerContext } from './lower-context.js';
import { lowerExpectation, lowerOutcome } from './lower-expectation.js';
import { lowerValue } from './lower-expression.js';
import { lowerDateOrTime, lowerDuration, lowerMoney, lowerNumber, lowerText } from './lower-literal.js';
import { lowerPath, lowerWord } from './lower-name.js';
import { lowerObject, lowerObjectList } from './lower-object.js';

function tooLarge(message: string, node: ast.SyntaxNode, context: LowerContext): void {
  context.diagnostics.push(
    createDiagnostic(e0912, { message, help: 'split it into several tests', ...optionalRange(node.range) }),
  );
}

function lowerGivenList(
  node: cst.GivenListCstNode,
  range: ast.SourceRange | null,
  context: LowerContext,
): ast.TestStep {
  const { Name, object, objectList, value } = node.children;
  const items = object
    ? lowerObject(single(object), context)
    : objectList
      ? lowerObjectList(single(objectList), context)
      : lowerValue(single(value ?? []), context);
  return ast.givenListStep(lowerWord(single(Name), context), items, range);
}

function lowerGivenThing(
  node: cst.GivenThingCstNode,
  range: ast.SourceRange | null,
  context: LowerContext,
): ast.TestStep {
  const { Name, object, objectList, dateOrTime } = node.children;
  const value = object
    ? lowerObject(single(object), context)
    : objectList
      ? lowerObjectList(single(objectList), context)
      : lowerDateOrTime(single(dateOrTime ?? []), context);
  return ast.givenStep(lowerWord(single(Name), context), value, range);
}

function lowerGivenRecords(
  node: cst.GivenRecordsCstNode,
  range: ast.SourceRange | null,
  context: LowerContext,
): ast.TestStep {
  const { Number: count, Name, every, ending, object } = node.children;
  return ast.givenRecordsStep(
    {
      count: lowerNumber(single(count), context),
      source: lowerWord(single(Name), context),
      every: lowerDuration(single(every), context),
      ending: ending ? lowerDuration(single(ending), context) : null,
      data: lowerObject(single(object), context),
    },
    range,
  );
}

function lowerGiven(node: cst.GivenStepCstNode, context: LowerContext): ast.TestStep {
  const { givenList, givenRate, givenRecords, givenThing } = node.children;
  const range = nodeRange(node, context);
  if (givenList) return lowerGivenList(single(givenList), range, context);
  if (givenRecords) return lowerGivenRecords(single(givenRecords), range, context);
  if (givenThing) return lowerGivenThing(single(givenThing), range, context);
  const { from, to } = single(givenRate ?? []).children;
  return ast.givenRateStep(lowerMoney(single(from), context), lowerMoney(single(to), context), range);
}

const lowerCase = (node: cst.VaryCaseCstNode, context: LowerContext): ast.VaryCase =>
  ast.varyCase(
    lowerValue(single(node.children.value), context),
    lowerOutcome(single(node.children.outcome), context),
    nodeRange(node, context),
  );

function lowerVary(node: cst.VaryStepCstNode, context: LowerContext): ast.VaryStep {
  const { path, varyCase } = node.children;
  const cases = varyCase.map((item) => lowerCase(item, context));
  const extra = cases[limits.casesPerVary];
  if (extra) tooLarge(`a \`vary\` has at most ${limits.casesPerVary} cases, this one ${cases.length}`, extra, context);
  return ast.varyStep(lowerPath(single(path), context), cases.slice(0, limits.casesPerVary), nodeRange(node, context));
}

function lowerStep({ children }: cst.TestStepCstNode, context: LowerContext): ast.TestStep {
  const { givenStep, whenStep, varyStep, expectStep } = children;
  if (givenStep) return lowerGiven(single(givenStep), context);
  if (varyStep) return lowerVary(single(varyStep), context);
  if (expectStep) return lowerExpectation(single(expectStep), context);
  const node = single(whenStep ?? []);
  return ast.whenStep(
    lowerWord(single(node.children.Name), context),
    lowerObject(single(node.children.object), context),
    nodeRange(node, context),
  );
}

/** Checks the total number of records created by the steps, however they are distributed. */
function checkRecords(steps: readonly ast.TestStep[], context: LowerContext): void {
  let records = 0;
  for (const step of steps) {
    if (step.kind !== 'givenRecordsStep') continue;
    records += Number(step.count.text);
    if (records <= limits.recordsPerTest) continue;
    tooLarge(`a test is given at most ${limits.recordsPerTest} records`, step.count, context);
    return;
  }
}

export function lowerTest(node: cst.TestDeclarationCstNode, context: LowerContext): ast.TestDeclaration {
  const { Todo, Text, Name = [], testStep = [] } = node.children;
  const steps = testStep.map((step) => lowerStep(step, context));
  checkRecords(steps, context);
  return ast.testDeclaration(
    {
      todo: Todo !== undefined,
      title: lowerText(single(Text), context),
      rules: Name.map((token) => lowerWord(token, context)),
      steps,
    },
    nodeRange(node, context),
  );
}

/** Lowers the tests of one rule. */
export function lowerTests(nodes: readonly cst.TestDeclarationCstNode[], context: LowerContext): ast.TestDeclaration[] {
  const tests = nodes.slice(0, limits.testsPerRule).map((test) => lowerTest(test, context));
  const extra = nodes[limits.testsPerRule];
  if (extra) {
    const message = `a rule has at most ${limits.testsPerRule} tests, this one ${nodes.length}`;
    const help = 'move some into a `test … for` beside the rule';
    context.diagnostics.push(createDiagnostic(e0912, { message, help, ...optionalRange(nodeRange(extra, context)) }));
  }
  return tests;
}
