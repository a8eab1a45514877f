import type { CstNode, IRecognitionException, IToken } from 'chevrotain';
import { splitBrokenSection, splitSections, type Section } from './declarations.js';
import type { FileCstChildren, FileCstNode, ValueCstNode, ExpressionCstNode } from './generated/cst.js';
import type { LexProblem } from './lex-problem.js';
import { maxDeclarations, maxNesting, maxParseErrors, maxRecoveryTokens, maxSourceBytes } from './limits.js';
import { firstTooDeep } from './nesting.js';
import type { ParseProblem } from './parse-problem.js';
import { RulesParser } from './parser/rules-parser.js';
import { StrictParser } from './parser/strict-parser.js';
import type { ParseMismatch } from './parser/parser-state.js';
import { sizeProblem } from './size-problem.js';
import { tokenBatches, tokenize } from './tokenize.js';

/** Continues after an error. Completion reads its grammar, which a test validates. It keeps no state between calls. */
export const parser = new RulesParser({ skipValidations: true });

const strictReader = new StrictParser(parser.getGAstProductions(), 2);

export interface ParseResult {
  /** The parsed text: the source without a byte order mark. All offsets refer to it. */
  readonly text: string;
  readonly cst: FileCstNode;
  readonly comments: readonly IToken[];
  readonly lexErrors: readonly LexProblem[];
  /** At most one for each declaration, and none for a declaration with a lexical error. */
  readonly parseErrors: readonly ParseProblem[];
  /** Declarations with an error inside. Their trees have gaps. */
  readonly broken: ReadonlySet<CstNode>;
}

const declarationKinds = [
  'importDeclaration',
  'listDeclaration',
  'constDeclaration',
  'paramDeclaration',
  'defineDeclaration',
  'matrixDeclaration',
  'ruleDeclaration',
  'testDeclaration',
] as const;

const encoder = new TextEncoder();
const isTooLarge = (text: string): boolean =>
  text.length > maxSourceBytes || (text.length * 3 > maxSourceBytes && encoder.encode(text).length > maxSourceBytes);

export const withoutByteOrderMark = (source: string): string =>
  source.startsWith('\uFEFF') ? source.slice(1) : source;

const endOf = (token: IToken): number => token.startOffset + token.image.length;

/** Returns the position for the error of a declaration that ends too early: the next declaration, or after the last token of the source. */
function endMark({ tokens, next, end }: Section): { start: number; end: number } {
  if (next) return { start: next.startOffset, end: endOf(next) };
  const last = tokens.at(-1);
  const at = last ? endOf(last) : end;
  return { start: at, end: at };
}

function parseProblem(section: Section, { at, expected, productions }: ParseMismatch): ParseProblem {
  const { tokens, next } = section;
  const token = tokens[at];
  const place = token ? { start: token.startOffset, end: endOf(token) } : endMark(section);
  return { kind: 'unexpectedToken', ...place, tokens, at, next, expected, productions };
}

/** Returns the problem of a token that exceeds a limit. */
function problemAt(kind: ParseProblem['kind'], { tokens, next }: Section, at: number): ParseProblem {
  const token = tokens[at] as IToken;
  const place = { start: token.startOffset, end: endOf(token) };
  return { kind, ...place, tokens, at, next, expected: null, productions: [] };
}

/** Returns the problem of the first token beyond a limit, so that the parser does not have to process it. */
function beyondLimit(section: Section): ParseProblem | null {
  const deep = firstTooDeep(section.tokens, maxNesting);
  if (deep !== null) return problemAt('nestedTooDeep', section, deep);
  const problem = sizeProblem(section.tokens);
  return problem && problemAt(problem.kind, section, problem.at);
}

/** Productions that can be parsed separately. */
type Production = 'file' | 'value' | 'expression';

interface ProductionResult<N extends CstNode> {
  readonly cst: N | null;
  readonly problem: ParseProblem | null;
  /** All productions that contain an error or tokens read after an error. */
  readonly touched: ReadonlySet<string>;
}

function recover(
  { tokens }: Section,
  production: Production,
): { cst: CstNode; errors: readonly IRecognitionException[] } {
  parser.input = tokens;
  const cst = parser[production]();
  const { errors } = parser;
  parser.input = [];
  return { cst, errors };
}

const untouched: ReadonlySet<string> = new Set();

/** Parses one production from tokens within the limits. */
function parseProduction<N extends CstNode>(
  section: Section,
  production: Production,
  isWhole = false,
): ProductionResult<N> {
  const beyond = beyondLimit(section);
  if (beyond) return { cst: null, problem: beyond, touched: untouched };
  const { cst: whole, mismatch: misfit } = strictReader.read(section.tokens, production, isWhole);
  if (!misfit) return { cst: whole as N, problem: null, touched: untouched };
  const problem = parseProblem(section, misfit);
  if (section.tokens.length > maxRecoveryTokens) return { cst: null, problem, touched: untouched };
  // Recovery may encounter more errors in other productions, but only the first is worth reporting.
  const { cst, errors } = recover(section, production);
  return { cst: cst as N, problem, touched: new Set(errors.flatMap(({ context }) => context.ruleStack)) };
}

interface ParsedSection extends ProductionResult<FileCstNode> {
  readonly section: Section;
}

/** Parses a section. If it contains an error, it is split again where declarations seem to start. */
function parseSection(section: Section, text: string, isWhole: boolean): ParsedSection[] {
  const whole = parseProduction<FileCstNode>(section, 'file', isWhole);
  if (!whole.problem) return [{ ...whole, section }];
  const parts = splitBrokenSection(section, text);
  if (parts.length === 1) return [{ ...whole, section }];
  return parts.map((part) => ({ ...parseProduction<FileCstNode>(part, 'file', isWhole), section: part }));
}

/** One foreign construct, such as a pattern of another language, may contain many meaningless signs. */
function firstOfForeign(problems: readonly LexProblem[]): LexProblem[] {
  const first = problems.find(({ kind }) => kind === 'unexpectedCharacter');
  return problems.filter((problem) => problem.kind !== 'unexpectedCharacter' || problem === first);
}

/** Whether an error is inside the declaration rather than before or after it. */
function isBroken(node: CstNode, touched: ReadonlySet<string>, lexErrors: readonly LexProblem[]): boolean {
  if (touched.has(node.name)) return true;
  const { startOffset = 0, endOffset = 0 } = node.location ?? {};
  return lexErrors.some(({ start }) => start >= startOffset && start <= endOffset);
}

/** Tokenizes words on demand and collects the comments between them. */
class TokenReader {
  readonly comments: IToken[] = [];
  readonly problems: LexProblem[] = [];
  isCutOff = false;

  constructor(private readonly text: string) {}

  *batches(): Generator<readonly IToken[]> {
    for (const { tokens, comments, problems, isCutOff } of tokenBatches(this.text)) {
      for (const comment of comments) this.comments.push(comment);
      for (const problem of problems) this.problems.push(problem);
      this.isCutOff = isCutOff;
      yield tokens;
    }
  }
}

/** A part of the concrete syntax tree: one declaration, or several without a clear boundary. */
export interface ParsedDeclarations {
  readonly cst: FileCstNode;
  /** Whether there is an error inside a declaration, whose tree then has gaps. */
  readonly isBroken: (node: CstNode) => boolean;
}

/**
 * Parses a source part by part and passes each part on immediately, so that the tree of a whole file is never held. Never throws: errors
 * are listed, and every declaration is parsed separately, so a broken one does not hide others. After 100 broken ones the rest of the
 * source is not parsed. Unless `isWhole` is set, punctuation may be left out of the tree, and so may precedence levels with a single part,
 * which then takes their position and name.
 */
export function parseDeclarations(
  source: string,
  use: (part: ParsedDeclarations) => void,
  isWhole = false,
): Omit<ParseResult, 'cst' | 'broken'> {
  const text = withoutByteOrderMark(source);
  if (isTooLarge(text)) {
    const problem: LexProblem = { kind: 'sourceTooLarge', text: '', start: 0, end: 0 };
    return { text, comments: [], lexErrors: [problem], parseErrors: [] };
  }
  const words = new TokenReader(text);
  const { comments, problems } = words;
  const reported: LexProblem[] = [];
  const parseErrors: ParseProblem[] = [];
  let nextProblem = 0;
  const read = ({ section, cst, problem, touched }: ParsedSection): void => {
    const from = nextProblem;
    while ((problems[nextProblem]?.start ?? Infinity) < section.end) nextProblem++;
    const lexErrors = firstOfForeign(problems.slice(from, nextProblem));
    for (const found of lexErrors) reported.push(found);
    if (problem && lexErrors.length === 0) parseErrors.push(problem);
    if (cst) use({ cst, isBroken: (node) => isBroken(node, touched, lexErrors) });
  };
  let count = 0;
  let last: Section | null = null;
  for (const section of splitSections(words.batches(), text)) {
    if (++count > maxDeclarations) {
      parseErrors.push(problemAt('tooManyDeclarations', section, 0));
      break;
    }
    for (const part of parseSection(section, text, isWhole)) if (parseErrors.length < maxParseErrors) read(part);
    if (parseErrors.length >= maxParseErrors) break;
    last = section;
  }
  if (words.isCutOff && last && last.tokens.length > 0 && parseErrors.length + reported.length === 0)
    parseErrors.push(problemAt('ruleTooLarge', last, last.tokens.length - 1));
  return { text, comments, lexErrors: reported, parseErrors };
}

/** Parses a source into one concrete syntax tree. See `parseDeclarations`. */
export function parse(source: string): ParseResult {
  const children: FileCstChildren = {};
  const broken = new Set<CstNode>();
  const result = parseDeclarations(
    source,
    ({ cst: part, isBroken: isNodeBroken }) => {
      if (part.children.languageVersion) children.languageVersion = part.children.languageVersion;
      for (const kind of declarationKinds) {
        const all = (children[kind] ??= []) as CstNode[];
        for (const node of (part.children[kind] ?? []) as CstNode[]) {
          all.push(node);
          if (isNodeBroken(node)) broken.add(node);
        }
      }
    },
    true,
  );
  return { ...result, cst: { name: 'file', children }, broken };
}

/** A part of a source that was parsed separately. `cst` is `null` if anything is wrong with it. */
export interface FragmentResult<N extends CstNode> {
  readonly cst: N | null;
  readonly lexErrors: readonly LexProblem[];
  readonly parseErrors: readonly ParseProblem[];
}

function fragment<N extends CstNode>(text: string, production: Production): FragmentResult<N> {
  const { tokens, problems } = tokenize(text);
  const section: Section = { tokens, start: 0, end: text.length, next: null };
  if (problems.length > 0) return { cst: null, lexErrors: problems, parseErrors: [] };
  const { cst, problem } = parseProduction<N>(section, production);
  return problem ? { cst: null, lexErrors: [], parseErrors: [problem] } : { cst, lexErrors: [], parseErrors: [] };
}

/** Parses the content of a message hole. Offsets refer to `text`. */
export const parseValue = (text: string): FragmentResult<ValueCstNode> => fragment(text, 'value');

/** Parses one expression. Offsets refer to `text`. */
export const parseExpression = (text: string): FragmentResult<ExpressionCstNode> => fragment(text, 'expression');
