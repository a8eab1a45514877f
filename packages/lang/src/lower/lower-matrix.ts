import type * as cst from '@tamis/grammar';
import * as ast from '../ast/index.js';
import { DuplicateClauseChecker } from './duplicate-clause-checker.js';
import { nodeRange, single, type LowerContext } from './lower-context.js';
import { lowerNumber, lowerSignedNumber, lowerText } from './lower-literal.js';
import { lowerCapitals, lowerWord } from './lower-name.js';

type Clauses = Omit<ast.MatrixDeclaration, 'kind' | 'range' | 'key' | 'title'>;

const none: Clauses = { targets: [], description: null, scale: null, thresholds: [], bands: [], otherwise: null };

function lowerScale(node: cst.ScaleCstNode, context: LowerContext): ast.MatrixScale {
  const { Minus, minimum, maximum } = node.children;
  return ast.matrixScale(
    lowerSignedNumber(Minus?.[0], single(minimum), context),
    lowerNumber(single(maximum), context),
    nodeRange(node, context),
  );
}

const lowerThreshold = (node: cst.ThresholdCstNode, context: LowerContext): ast.MatrixThreshold =>
  ast.matrixThreshold(
    lowerWord(single(node.children.Name), context),
    lowerNumber(single(node.children.Number), context),
    nodeRange(node, context),
  );

const lowerBand = (node: cst.BandCstNode, context: LowerContext): ast.MatrixBand =>
  ast.matrixBand(
    lowerCapitals(single(node.children.Name), context),
    lowerNumber(single(node.children.Number), context),
    nodeRange(node, context),
  );

interface Clause {
  /** The word at its beginning. */
  readonly word: string;
  readonly part: Partial<Clauses>;
}

function lowerClause({ children }: cst.MatrixClauseCstNode, context: LowerContext): Clause {
  const { matrixTargets, descriptionHeader, scale, thresholds, otherwiseClause } = children;
  if (matrixTargets) {
    const targets = single(matrixTargets).children.Name.map((token) => lowerWord(token, context));
    return { word: 'on', part: { targets } };
  }
  if (descriptionHeader) {
    const description = lowerText(single(single(descriptionHeader).children.Text), context);
    return { word: 'description', part: { description } };
  }
  if (scale) return { word: 'scale', part: { scale: lowerScale(single(scale), context) } };
  if (thresholds) {
    const labels = single(thresholds).children.threshold.map((node) => lowerThreshold(node, context));
    return { word: 'thresholds', part: { thresholds: labels } };
  }
  const otherwise = lowerCapitals(single(single(otherwiseClause ?? []).children.Name), context);
  return { word: 'otherwise', part: { otherwise } };
}

export function lowerMatrix(node: cst.MatrixDeclarationCstNode, context: LowerContext): ast.MatrixDeclaration {
  const { Name, Text, matrixClause = [] } = node.children;
  const once = new DuplicateClauseChecker('matrix', context);
  const bands: ast.MatrixBand[] = [];
  let clauses = none;
  for (const clause of matrixClause) {
    const [band] = clause.children.band ?? [];
    if (band) {
      bands.push(lowerBand(band, context));
      continue;
    }
    const { word, part } = lowerClause(clause, context);
    if (once.isFirst(word, clause)) clauses = { ...clauses, ...part };
  }
  return ast.matrixDeclaration(
    {
      key: lowerWord(single(Name), context),
      title: Text ? lowerText(single(Text), context) : null,
      ...clauses,
      bands,
    },
    nodeRange(node, context),
  );
}
