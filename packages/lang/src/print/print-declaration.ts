import type { Expression } from '../ast/expression.js';
import type { FileDeclaration } from '../ast/file-declaration.js';
import type { ParamDeclaration } from '../ast/param-declaration.js';
import { at, type PrintContext } from './print-context.js';
import { atLeast, precedence } from './precedence.js';
import { toPrinted } from './print-expression.js';
import { printMatrix } from './print-matrix.js';
import { printRuleAt } from './print-rule.js';
import { printTest } from './print-test.js';
import { printText } from './print-text.js';

type Printers = {
  readonly [K in FileDeclaration['kind']]: (node: Extract<FileDeclaration, { kind: K }>, place: PrintContext) => string;
};

const printValue = (node: Expression, place: PrintContext): string =>
  atLeast(precedence.otherwise, toPrinted(node, place));

function printParam({ name, value, minimum, maximum, step }: ParamDeclaration, place: PrintContext): string {
  const bounds = minimum && maximum ? ` between ${printValue(minimum, place)} and ${printValue(maximum, place)}` : '';
  return `param ${name.text} = ${printValue(value, place)}${bounds}${step ? ` step ${printValue(step, place)}` : ''}`;
}

const printers: Printers = {
  importDeclaration: ({ file }) => `import ${printText(file.value)}`,
  listDeclaration: ({ name, reference, type }) =>
    `list ${name.text} = ${printText(reference.value)}${type ? ` of type ${printText(type.value)}` : ''}`,
  constDeclaration: ({ name, value }, place) => `const ${name.text} = ${printValue(value, place)}`,
  paramDeclaration: printParam,
  defineDeclaration: ({ name, parameters, body }, place) => {
    const names = parameters.length === 0 ? '' : `(${parameters.map(({ text }) => text).join(', ')})`;
    return `define ${name.text}${names} as\n  ${toPrinted(body, at(2, place)).text}`;
  },
  matrixDeclaration: printMatrix,
  ruleDeclaration: printRuleAt,
  testDeclaration: printTest,
};

/** Prints a declaration with the comments inside it, without a line end. */
export function printDeclaration(node: FileDeclaration, place: PrintContext): string {
  // The table contains the printer for exactly this kind, which the compiler cannot infer.
  const print = printers[node.kind] as (node: FileDeclaration, place: PrintContext) => string;
  return print(node, place);
}
