import { parse, parseValue, type CstNode, type IToken } from '@tamis/grammar';
import { splitMessage } from '@tamis/lang';
import type { Occurrence, PathUse, Span, SymbolKind, SymbolTable } from './symbol.js';

interface Scope {
  readonly record: string | null;
  readonly role: PathUse['role'];
  /** Added to offsets: where the parsed text starts in the declaration. */
  readonly offset: number;
}

interface Gathered {
  readonly occurrences: Occurrence[];
  readonly paths: PathUse[];
  readonly calls: (Span & { readonly name: string })[];
  readonly words: Span[];
}

type Visit = (node: CstNode, scope: Scope, out: Gathered) => void;

const isToken = (element: CstNode | IToken): element is IToken => 'image' in element;

const tokensAt = (node: CstNode, key: string): IToken[] =>
  (node.children[key] ?? []).filter(isToken).filter(({ isInsertedInRecovery }) => !isInsertedInRecovery);

const nodesAt = (node: CstNode, key: string): CstNode[] =>
  (node.children[key] ?? []).filter((element): element is CstNode => !isToken(element));

const spanOf = ({ startOffset, image }: IToken, { offset }: Scope): Span => ({
  start: startOffset + offset,
  end: startOffset + image.length + offset,
});

const walkParts: Visit = (node, scope, out) => {
  for (const key of Object.keys(node.children)) for (const child of nodesAt(node, key)) walk(child, scope, out);
};

/** Records names at `key` as declared with the kind `declares`, or as used. */
function take(
  node: CstNode,
  key: string,
  scope: Scope,
  out: Gathered,
  as: { declares?: SymbolKind; use?: Occurrence['use'] },
): void {
  const { declares = null, use = 'value' } = as;
  for (const token of tokensAt(node, key))
    out.occurrences.push({ ...spanOf(token, scope), name: token.image, declares, record: scope.record, use });
}

const declaring =
  (declares: SymbolKind): Visit =>
  (node, scope, out) => {
    take(node, 'Name', scope, out, { declares });
    walkParts(node, scope, out);
  };

const using =
  (key: string, use: Occurrence['use']): Visit =>
  (node, scope, out) => {
    take(node, key, scope, out, { use });
    walkParts(node, scope, out);
  };

const unquoted = (image: string): string => (image.startsWith('"') ? image.slice(1, -1).replaceAll('\\"', '"') : image);

const stepTokens = (path: CstNode): IToken[] => [
  ...tokensAt(path, 'step'),
  ...nodesAt(path, 'member').flatMap((member) => tokensAt(member, 'step')),
];

const visitPath: Visit = (node, scope, out) => {
  const steps = stepTokens(node).map((token) => ({ ...spanOf(token, scope), text: unquoted(token.image) }));
  const [first] = steps;
  if (!first) return;
  out.paths.push({ steps, record: scope.record, role: scope.role });
  if (scope.role === 'value')
    out.occurrences.push({ ...first, name: first.text, declares: null, record: scope.record, use: 'value' });
};

/** Returns the path if the node consists of nothing else, such as `transactions` in `count(transactions …)`. */
function barePath(node: CstNode | undefined): CstNode | null {
  if (!node || node.name === 'path') return node ?? null;
  const children = Object.values(node.children).flat();
  const [only] = children;
  return children.length === 1 && only && !isToken(only) ? barePath(only) : null;
}

const visitAggregate: Visit = (node, scope, out) => {
  for (const token of tokensAt(node, 'AggregateWord')) out.calls.push({ ...spanOf(token, scope), name: token.image });
  const [value] = nodesAt(node, 'value');
  const declared = [...nodesAt(node, 'source'), ...nodesAt(node, 'qualifiedSource')];
  const isBare = declared.length === 0;
  const sourcePath = isBare ? barePath(value) : declared.flatMap(findPaths)[0];
  const source = sourcePath
    ? stepTokens(sourcePath)
        .map(({ image }) => unquoted(image))
        .join('.')
    : null;
  const inRecord: Scope = { ...scope, record: source, role: 'value' };
  if (sourcePath) visitPath(sourcePath, { ...scope, role: 'source' }, out);
  if (value && (!isBare || !sourcePath)) walk(value, inRecord, out);
  for (const link of nodesAt(node, 'link')) walk(link, { ...scope, record: null }, out);
  for (const window of nodesAt(node, 'window')) walk(window, { ...scope, record: null }, out);
  for (const where of nodesAt(node, 'expression')) walk(where, inRecord, out);
};

function findPaths(node: CstNode): CstNode[] {
  if (node.name === 'path') return [node];
  return Object.keys(node.children).flatMap((key) => nodesAt(node, key).flatMap(findPaths));
}

/** Escapes contain nothing that a hole needs, so spaces of the same length replace them. */
const withoutEscapes = (text: string): string =>
  text.replace(/\\(?:u\{[^}]*\}|.)/g, (escape) => (escape === '\\"' ? ' "' : ' '.repeat(escape.length)));

/** Reads the names in the holes of a message. */
function visitMessage(token: IToken, scope: Scope, out: Gathered): void {
  const text = withoutEscapes(token.image.slice(1, -1));
  for (const piece of splitMessage(text)) {
    if (piece.kind !== 'hole') continue;
    const { cst } = parseValue(text.slice(piece.from, piece.to));
    if (cst) walk(cst, { ...scope, offset: scope.offset + token.startOffset + 1 + piece.from }, out);
  }
}

const withMessage: Visit = (node, scope, out) => {
  for (const token of tokensAt(node, 'Text')) visitMessage(token, scope, out);
  for (const token of tokensAt(node, 'Name')) out.words.push(spanOf(token, scope));
  walkParts(node, scope, out);
};

const visitCall: Visit = (node, scope, out) => {
  for (const token of tokensAt(node, 'CallName')) {
    const span = spanOf(token, scope);
    out.calls.push({ ...span, name: token.image });
    out.occurrences.push({ ...span, name: token.image, declares: null, record: scope.record, use: 'call' });
    const argument = nodesAt(node, 'expression')[0];
    const template = token.image === 'text' && argument ? firstText(argument) : null;
    if (template) visitMessage(template, scope, out);
  }
  walkParts(node, scope, out);
};

function firstText(node: CstNode): IToken | null {
  for (const child of Object.values(node.children).flat()) {
    const found = isToken(child) ? (child.tokenType.name === 'Text' ? child : null) : firstText(child);
    if (found) return found;
  }
  return null;
}

/** Keys name parts of the described object. Only values can be names of the file. */
const visitEntry: Visit = (node, scope, out) => {
  for (const path of nodesAt(node, 'path')) walk(path, { ...scope, role: 'key' }, out);
  for (const value of nodesAt(node, 'entryValue')) walk(value, scope, out);
};

const visitVary: Visit = (node, scope, out) => {
  for (const path of nodesAt(node, 'path')) walk(path, { ...scope, role: 'key' }, out);
  for (const each of nodesAt(node, 'varyCase')) walk(each, scope, out);
};

const visitWord =
  (...keys: readonly string[]): Visit =>
  (node, scope, out) => {
    for (const key of keys) for (const token of tokensAt(node, key)) out.words.push(spanOf(token, scope));
    walkParts(node, scope, out);
  };

const visitors: Readonly<Record<string, Visit>> = {
  listDeclaration: declaring('list'),
  constDeclaration: declaring('const'),
  paramDeclaration: declaring('param'),
  matrixDeclaration: declaring('matrix'),
  ruleDeclaration: declaring('rule'),
  letDeclaration: declaring('let'),
  defineDeclaration: (node, scope, out) => {
    take(node, 'parameter', scope, out, { declares: 'parameter' });
    declaring('define')(node, scope, out);
  },
  matrixHeader: using('Name', 'matrix'),
  testDeclaration: using('Name', 'rule'),
  listMapping: using('Name', 'list'),
  givenList: using('Name', 'list'),
  expectList: using('Name', 'list'),
  length: using('Name', 'value'),
  similar: (node, scope, out) => {
    take(node, 'threshold', scope, out, {});
    visitWord('algorithm')(node, scope, out);
  },
  path: visitPath,
  call: visitCall,
  aggregate: visitAggregate,
  entry: visitEntry,
  varyStep: visitVary,
  outcome: (node, scope, out) => walkParts(node, { ...scope, role: 'key' }, out),
  alertAction: withMessage,
  openCaseAction: withMessage,
  notifyAction: withMessage,
  reason: withMessage,
  onHeader: visitWord('target', 'trigger'),
  categoryHeader: visitWord('Name'),
  modeHeader: visitWord('Name'),
  evaluateHeader: visitWord('Name'),
  unknownClause: visitWord('Name'),
  suggestAction: visitWord('Name'),
  setStatusAction: visitWord('Name'),
  conversion: visitWord('currency'),
  period: visitWord('Name'),
  matrixTargets: visitWord('Name'),
  threshold: visitWord('Name'),
  band: visitWord('Name'),
  otherwiseClause: visitWord('Name'),
  whenStep: visitWord('Name'),
  givenThing: visitWord('Name'),
  givenRecords: visitWord('Name'),
  expectWord: visitWord('Name'),
  expectAlert: visitWord('ExpectedWord'),
  expectCase: visitWord('ExpectedWord'),
  expectNotification: visitWord('Name'),
};

function walk(node: CstNode, scope: Scope, out: Gathered): void {
  (visitors[node.name] ?? walkParts)(node, scope, out);
}

const byStart = (a: Span, b: Span): number => a.start - b.start;

/** Returns what the words of a text mean by their position. Works on broken text as far as error recovery allows. */
export function readSymbols(text: string): SymbolTable {
  const out: Gathered = { occurrences: [], paths: [], calls: [], words: [] };
  walk(parse(text).cst, { record: null, role: 'value', offset: 0 }, out);
  out.occurrences.sort(byStart);
  out.paths.sort((a, b) => (a.steps[0]?.start ?? 0) - (b.steps[0]?.start ?? 0));
  return out;
}
