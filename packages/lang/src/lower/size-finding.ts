import { maxBracketItems, maxDeclarations, maxNesting, type ParseProblem } from '@tamis/grammar';
import { e0902 } from '../diagnostics/codes/e0902.js';
import { e0903 } from '../diagnostics/codes/e0903.js';
import { e0905 } from '../diagnostics/codes/e0905.js';
import { e0909 } from '../diagnostics/codes/e0909.js';
import { e0912 } from '../diagnostics/codes/e0912.js';
import { e0913 } from '../diagnostics/codes/e0913.js';
import { e0914 } from '../diagnostics/codes/e0914.js';
import type { DiagnosticCode } from '../diagnostics/diagnostic-code.js';
import { limits } from '../limits.js';

interface SizeFinding {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly help: string;
}

/** Messages for declarations that are too large to be parsed. */
export const sizeFindings: Readonly<Record<Exclude<ParseProblem['kind'], 'unexpectedToken'>, SizeFinding>> = {
  nestedTooDeep: {
    code: e0902,
    message: `more than ${String(maxNesting)} brackets and prefix operators are open here`,
    help: 'name a part of the condition with `let`',
  },
  tooManyElements: {
    code: e0905,
    message: `a list has at most ${String(limits.listElements)} elements`,
    help: 'keep the values in a data list and write `in list "…"`',
  },
  tooManyItems: {
    code: e0913,
    message: `more than ${String(maxBracketItems)} items stand between two brackets`,
    help: 'split them, or use a list',
  },
  pathTooLong: {
    code: e0914,
    message: `a path has at most ${String(limits.pathSteps)} steps`,
    help: 'no field is that deep: look for a missing `and` or `,`',
  },
  ruleTooLarge: {
    code: e0903,
    message: `this declaration goes on beyond ${String(limits.nodesPerRule)} parts`,
    help: 'move long enumerations into a list, or split the rule',
  },
  testTooLarge: { code: e0912, message: 'this test is too long to be read', help: 'split it into several tests' },
  tooManyDeclarations: {
    code: e0909,
    message: `this source has more than ${String(maxDeclarations)} declarations`,
    help: 'split it into several files',
  },
};
