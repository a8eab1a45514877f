import { reservedWords, type IToken, type ParseProblem } from '@tamis/grammar';
import { e0101 } from '../diagnostics/codes/e0101.js';
import { e0103 } from '../diagnostics/codes/e0103.js';
import { e0104 } from '../diagnostics/codes/e0104.js';
import { e0106 } from '../diagnostics/codes/e0106.js';
import { e0110 } from '../diagnostics/codes/e0110.js';
import { e0111 } from '../diagnostics/codes/e0111.js';
import { createDiagnostic, type DiagnosticDetails } from '../diagnostics/create-diagnostic.js';
import type { DiagnosticCode } from '../diagnostics/diagnostic-code.js';
import { didYouMean } from '../diagnostics/did-you-mean.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { clauseOrder, headerWords, wordsIn } from './clause-words.js';
import { foreignSyntaxHint, misspelledNameHint } from './syntax-hints.js';
import { endOfToken, optionalRange, tokenRange, type LowerContext } from './lower-context.js';
import { missingPart } from './missing-part.js';
import { rewording } from './rewording.js';
import { sizeFindings } from './size-finding.js';
import { openBracket, previousComparison, type Bracket } from './token-context.js';

/** A problem with everything that the explanations below inspect. */
interface ProblemContext extends ParseProblem {
  readonly found: IToken | undefined;
  readonly previous: IToken | undefined;
  readonly production: string;
  readonly bracket: Bracket | null;
  readonly context: LowerContext;
}

/** Recognizes one kind of error. Returns its diagnostic, or null to continue with the next kind. */
type Explanation = (place: ProblemContext) => Diagnostic | null;

const isReserved = (token: IToken | undefined): boolean =>
  token !== undefined && reservedWords.some((word) => word === token.tokenType);

const shown = (token: IToken): string => (token.image.length > 30 ? `${token.image.slice(0, 30)}…` : token.image);

/** The unexpected token is often lines below the position where something is missing. */
const isOnNextLine = ({ found, previous, context }: ProblemContext): boolean =>
  found !== undefined &&
  previous !== undefined &&
  context.text.slice(endOfToken(previous), found.startOffset).includes('\n');

const report = (place: ProblemContext, code: DiagnosticCode, parts: DiagnosticDetails): Diagnostic =>
  createDiagnostic(code, { ...parts, ...optionalRange(place.context.rangeOf(place.start, place.end)) });

function related(
  token: IToken | undefined,
  message: string,
  { context }: ProblemContext,
): Pick<DiagnosticDetails, 'related'> {
  const range = token && tokenRange(token, context);
  return range ? { related: [{ range, message }] } : {};
}

const blockWords: Readonly<Record<string, string>> = {
  Rule: 'rule',
  Matrix: 'matrix',
  Test: 'test',
  Vary: 'vary',
  All: 'group',
  Any: 'group',
  None: 'group',
  Of: 'group',
};

/** Returns what the last open brace belongs to, such as `rule \`r\``, based on the nearest preceding word that opens blocks. */
function blockName({ tokens, bracket }: ProblemContext): string {
  const brace = bracket ? tokens.indexOf(bracket.token) : tokens.length;
  for (let at = brace - 1; at >= 0 && brace - at <= 6; at--) {
    const token = tokens[at] as IToken;
    if (['LeftCurly', 'RightCurly'].includes(token.tokenType.name)) break;
    const word = blockWords[token.tokenType.name];
    if (!word || (word === 'group' && at !== brace - 1)) continue;
    const name = tokens[at + 1];
    const isNamed = (word === 'rule' || word === 'matrix') && name !== undefined && /^\w/.test(name.image);
    return isNamed && !isReserved(name) ? `${word} \`${shown(name)}\`` : `this ${word}`;
  }
  return 'this block';
}

function ruleName({ tokens }: ProblemContext): string {
  const at = tokens.findIndex((token) => token.tokenType.name === 'Rule');
  const key = tokens[at + 1];
  return key && at >= 0 && !isReserved(key) && /^\w/.test(key.image) ? `rule \`${shown(key)}\`` : 'this rule';
}

/** Returns whether a token starts another clause or ends the text. */
const endsClause = (token: IToken | undefined): boolean =>
  token === undefined ||
  ['Rule', 'Test', 'Let', 'When', 'Then', 'Unknown', 'RightCurly'].includes(token.tokenType.name);

const closes = (token: IToken | undefined): boolean =>
  token !== undefined && ['RightParen', 'RightSquare', 'RightCurly'].includes(token.tokenType.name);

/** Productions that continue until they are closed by a brace. */
const blockProductions = new Set([
  'ruleDeclaration',
  'thenClause',
  'actionWithSettings',
  'action',
  'matrixDeclaration',
  'matrixClause',
  'testDeclaration',
  'testStep',
  'varyStep',
  'varyCase',
  'group',
  'object',
]);

/** Returns whether the token can only follow the closing brace of a group, an object or the cases of a `vary`. */
const isCutShort = (place: ProblemContext): boolean =>
  ['group', 'object', 'varyStep', 'varyCase'].includes(place.production) &&
  isOnNextLine(place) &&
  !closes(place.found) &&
  (endsClause(place.found) || ['Given', 'Vary', 'Expect'].includes(place.found?.tokenType.name ?? ''));

/** The text ends here, or continues with something that can only follow the bracket. */
const notClosed: Explanation = (place) => {
  const { found, bracket, expected, production, next } = place;
  if (!bracket) return null;
  if (bracket.kind === 'LeftCurly') {
    const isInside = expected === 'RightCurly' || blockProductions.has(production);
    if (!isInside || (found !== undefined && !isCutShort(place))) return null;
    const name = blockName(place);
    return report(place, e0103, {
      message: next && !found ? `a new declaration starts before the \`}\` of ${name}` : `${name} is not closed`,
      help: `close ${name.startsWith('this') ? 'it' : `the ${name.split(' ')[0] ?? ''}`} with \`}\``,
      ...related(bracket.token, 'opened here', place),
    });
  }
  const isClosing = expected === 'RightParen' || expected === 'RightSquare';
  if (!isClosing || !(endsClause(found) || closes(found))) return null;
  const sign = bracket.kind === 'LeftParen' ? ')' : ']';
  return report(place, e0103, {
    message: `\`${bracket.token.image}\` is not closed`,
    help: `close it with \`${sign}\``,
    ...related(bracket.token, 'opened here', place),
  });
};

/** `when` is missing, or comes later. */
const noCondition: Explanation = (place) => {
  const { found, expected, tokens, at } = place;
  if (expected !== 'When' || !found || !(endsClause(found) || closes(found))) return null;
  if (tokens.slice(at).some((token) => token.tokenType.name === 'When'))
    return report(place, e0106, {
      message: `\`${shown(found)}\` stands before \`when\``,
      help: `the order is ${clauseOrder}`,
    });
  return report(place, e0104, {
    message: `${ruleName(place)} has no \`when\``,
    reason: 'a rule without a condition would hit everything or nothing',
    help: 'add `when` and a condition; `when true` hits always',
  });
};

const misspelt: Explanation = (place) => {
  const { found, productions, expected, context } = place;
  if (!found || !/^[A-Za-z_]/.test(found.image)) return null;
  const [best] = didYouMean(found.image, [...(expected ? [expected.toLowerCase()] : []), ...wordsIn(productions)]);
  if (best === undefined || (isReserved(found) && best !== expected?.toLowerCase())) return null;
  const range = tokenRange(found, context);
  return report(place, e0101, {
    message: `\`${shown(found)}\` is not a keyword here`,
    help: `did you mean \`${best}\`?`,
    ...(range && { fixes: [{ title: `replace with \`${best}\``, safe: true, edits: [{ range, newText: best }] }] }),
  });
};

const chained: Explanation = (place) => {
  const { found, tokens, at } = place;
  const first = found && previousComparison(tokens, at);
  if (!first) return null;
  return report(place, e0110, {
    message: `a second comparison follows \`${first.image}\``,
    help: 'join two comparisons with `and`, or write `x between a and b`',
    ...related(first, 'the first one', place),
  });
};

const reservedName: Explanation = (place) => {
  const { found, previous, expected } = place;
  if (!found || !previous || !isReserved(found) || (expected !== 'Name' && expected !== 'CallName')) return null;
  if (isOnNextLine(place)) return null;
  return report(place, e0111, {
    message: `\`${found.image}\` is a reserved word and cannot be a name`,
    help:
      previous.tokenType.name === 'Dot'
        ? `write the field as \`["${found.image}"]\`, without the dot`
        : `choose another name, such as \`${found.image}_1\``,
  });
};

/** A valid clause that comes too late or twice. */
const misplaced: Explanation = (place) => {
  const { found, production, expected } = place;
  if (!found || production !== 'ruleDeclaration' || expected === 'Name' || expected === 'LeftCurly') return null;
  const word = found.image.toLowerCase();
  if (word === 'when' || word === 'then' || word === 'unknown') {
    const first = place.tokens.slice(0, place.at).findLast((token) => token.image === found.image);
    if (!first)
      return report(place, e0106, { message: `\`${word}\` comes too late`, help: `the order is ${clauseOrder}` });
    return report(place, e0106, {
      message: `${ruleName(place)} has a second \`${word}\``,
      help:
        word === 'when' ? 'join the conditions with `and` or `or`' : `write one \`${word}\` with everything under it`,
      ...related(first, 'the first one', place),
    });
  }
  if (word !== 'let' && !headerWords.has(word)) return null;
  return report(place, e0106, { message: `\`${word}\` comes too late`, help: `the order is ${clauseOrder}` });
};

/** Productions that fail where a value should start. */
const valueProductions = new Set(['negation', 'unary', 'primary']);

/** `is` is followed by few words only, so that it is never ambiguous. */
const wrongPredicate: Explanation = (place) => {
  const { found, production } = place;
  if (production !== 'isPredicate' || !found || endsClause(found) || closes(found)) return null;
  return report(place, e0101, {
    message: `\`is\` cannot be followed by \`${shown(found)}\``,
    help: 'write a predicate such as `missing` after `is`; compare values with `=`',
  });
};

const partMissing: Explanation = (place) => {
  const { found, previous, productions, production, expected } = place;
  const part = missingPart(productions, expected);
  if (part === null) return null;
  // If the token is a symbol or word that can never start the missing part, the part is missing rather than wrong.
  const isWrong = found && valueProductions.has(production) && ['LeftCurly', 'Dot'].includes(found.tokenType.name);
  if (isWrong) return null;
  const after = previous && !part.includes(' after ') ? ` after \`${shown(previous)}\`` : '';
  const parts = {
    message: `${part} is missing${after}`,
    ...(found && { help: misspelledNameHint(place) ?? `it must come before \`${shown(found)}\`` }),
  };
  if (!previous || (found && !isOnNextLine(place))) return report(place, e0104, parts);
  return createDiagnostic(e0104, { ...parts, ...optionalRange(tokenRange(previous, place.context)) });
};

const lowerCaseCurrency: Explanation = (place) => {
  const { found, previous, context } = place;
  if (!found || previous?.tokenType.name !== 'Number' || isOnNextLine(place)) return null;
  if (!/^[A-Za-z]{3,5}$/.test(found.image)) return null;
  const range = tokenRange(found, context);
  const code = found.image.toUpperCase();
  return report(place, e0101, {
    message: `\`${found.image}\` is not a unit`,
    help: `currency codes are written in capitals: \`${previous.image} ${code}\``,
    ...(range && { fixes: [{ title: `replace with \`${code}\``, safe: true, edits: [{ range, newText: code }] }] }),
  });
};

/** A different wording for something that has its own syntax in the language. */
const reworded: Explanation = (place) => {
  const meant = rewording(place);
  const [first, last] = meant ? [place.tokens[meant.from], place.tokens[meant.to - 1]] : [];
  if (!meant || !first || !last) return null;
  const { message, help, newText } = meant;
  const range = place.context.rangeOf(first.startOffset, endOfToken(last));
  return createDiagnostic(e0101, {
    message,
    help,
    ...optionalRange(range),
    ...(range && { fixes: [{ title: `replace with \`${newText}\``, safe: true, edits: [{ range, newText }] }] }),
  });
};

const nothingOpen: Explanation = (place) =>
  place.found && closes(place.found) && place.production === 'file'
    ? report(place, e0101, { message: `\`${place.found.image}\` closes nothing`, help: 'remove it' })
    : null;

/** `unknown = review`: a clause is not a comparison. */
const clauseWithEqualSign: Explanation = (place) =>
  place.found?.image === '=' && place.previous?.tokenType.name === 'Unknown'
    ? report(place, e0101, {
        message: '`=` is not used here',
        help: 'write `unknown review`, `unknown hit` or `unknown ignore`',
      })
    : null;

function helpFor(place: ProblemContext): string {
  const { production, bracket, productions } = place;
  const known = foreignSyntaxHint(place);
  if (known !== null) return known;
  if (production === 'file')
    return 'a file contains `import`, `list`, `const`, `param`, `define`, `matrix`, `rule` and `test` declarations';
  if (!productions.some((name) => name.endsWith('Declaration')))
    return 'a hole takes one value, such as a field or a `let`';
  if (['call', 'array', 'object', 'group', 'varyStep'].includes(production)) return 'separate two items by `,`';
  if (productions.includes('testDeclaration')) return 'a test contains `given`, `when`, `vary` and `expect`';
  if (productions.includes('matrixDeclaration'))
    return 'a matrix contains `on`, `description`, `scale`, `thresholds`, `decide` and `otherwise`';
  if (bracket?.kind === 'LeftParen') return 'join two conditions with `and` or `or`, or close the bracket';
  return 'join two conditions with `and` or `or`; actions belong under `then`';
}

const anythingElse = (place: ProblemContext): Diagnostic =>
  place.found
    ? report(place, e0101, { message: `\`${shown(place.found)}\` is not allowed here`, help: helpFor(place) })
    : report(place, e0104, { message: 'the text ends too early' });

/** The first matching one is used. They are ordered from certain errors to guesses. */
const explanations: readonly Explanation[] = [
  nothingOpen,
  reworded,
  notClosed,
  noCondition,
  clauseWithEqualSign,
  chained,
  reservedName,
  misplaced,
  misspelt,
  lowerCaseCurrency,
  wrongPredicate,
  partMissing,
];

/** Returns the diagnostic for a declaration that does not match the grammar. */
export function syntaxDiagnostic(problem: ParseProblem, context: LowerContext): Diagnostic {
  const { tokens, at, productions } = problem;
  const place: ProblemContext = {
    ...problem,
    found: tokens[at],
    previous: tokens[at - 1],
    production: productions.at(-1) ?? '',
    bracket: openBracket(tokens, at),
    context,
  };
  if (problem.kind !== 'unexpectedToken') {
    const { code, ...parts } = sizeFindings[problem.kind];
    return report(place, code, parts);
  }
  for (const explain of explanations) {
    const diagnostic = explain(place);
    if (diagnostic) return diagnostic;
  }
  return anythingElse(place);
}
