import type { MatrixDeclaration } from '../ast/matrix-declaration.js';
import type { NumberLiteral } from '../ast/number-literal.js';
import type { SyntaxNode } from '../ast/syntax-node.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { Target } from '../catalogue/field.js';
import { e0213 } from '../diagnostics/codes/e0213.js';
import { e0803 } from '../diagnostics/codes/e0803.js';
import { e0914 } from '../diagnostics/codes/e0914.js';
import { limits } from '../limits.js';
import { literalValue } from '../values/literal-value.js';
import type { CheckedMatrix } from './checked-file.js';
import { checkPlacedWord, checkWord } from './check-word.js';
import type { DiagnosticBag } from './diagnostic-bag.js';

interface MatrixContext {
  readonly catalogue: Catalogue;
  readonly findings: DiagnosticBag;
}

/** Defaults for points that a matrix does not define (language manual 7.1). */
const defaults = {
  scale: { minimum: 0, maximum: 100 },
  thresholds: { low: 30, medium: 60, high: 80 },
  otherwise: 'APPROVE',
  band: 'REVIEW_REQUIRED',
} as const;

const labels = ['low', 'medium', 'high'] as const;

const numberOf = (node: NumberLiteral): number => Number(literalValue(node) ?? 0);

function checkScale({ scale }: MatrixDeclaration, { findings }: MatrixContext): CheckedMatrix['scale'] {
  if (!scale) return defaults.scale;
  const [minimum, maximum] = [numberOf(scale.minimum), numberOf(scale.maximum)];
  if (minimum >= maximum)
    findings.add(e0803, scale, { message: `the end of the scale, ${maximum}, is not above its start ${minimum}` });
  return { minimum, maximum };
}

function checkThresholds(
  { thresholds }: MatrixDeclaration,
  scale: CheckedMatrix['scale'],
  { findings }: MatrixContext,
): CheckedMatrix['thresholds'] {
  if (thresholds.length === 0) return defaults.thresholds;
  const wrong = thresholds.find(
    (threshold, index) =>
      !checkWord(threshold.label, 'threshold', labels, { findings }) || threshold.label.text !== labels[index],
  );
  const last = thresholds.at(-1);
  if (wrong || thresholds.length !== labels.length) {
    const at: SyntaxNode | undefined = wrong ?? last;
    if (at && !(wrong && !labels.some((label) => label === wrong.label.text)))
      findings.add(e0213, wrong?.label ?? at, {
        message: 'thresholds are `low`, `medium` and `high`, all three in this order',
      });
    return defaults.thresholds;
  }
  const points = thresholds.map((threshold) => numberOf(threshold.from));
  for (const [index, threshold] of thresholds.entries()) {
    const [own = 0, before] = [points[index], points[index - 1]];
    if (own < scale.minimum || own > scale.maximum)
      findings.add(e0803, threshold.from, {
        message: `\`${threshold.label.text}\` is outside the scale ${scale.minimum} to ${scale.maximum}`,
      });
    else if (before !== undefined && own <= before)
      findings.add(e0803, threshold.from, {
        message: `\`${threshold.label.text}\` starts at ${own}, not above the threshold before it`,
      });
    else continue;
    break;
  }
  const [low = 0, medium = 0, high = 0] = points;
  return { low, medium, high };
}

function checkBands(
  node: MatrixDeclaration,
  thresholds: CheckedMatrix['thresholds'],
  { catalogue, findings }: MatrixContext,
): CheckedMatrix['bands'] {
  const decisions = catalogue.words('decision');
  const known = node.bands.filter((band) => checkWord(band.decision, 'decision', decisions, { findings }));
  if (node.bands.length === 0) return [{ decision: defaults.band, from: thresholds.high }];
  const strength = (decision: string): number => decisions.indexOf(decision);
  const rising = [...known].sort((a, b) => strength(a.decision.text) - strength(b.decision.text));
  for (const [index, band] of rising.entries()) {
    const weaker = rising[index - 1];
    if (!weaker) continue;
    const { text } = band.decision;
    if (weaker.decision.text === text) findings.add(e0803, band, { message: `\`${text}\` is decided twice` });
    else if (numberOf(band.from) <= numberOf(weaker.from))
      findings.add(e0803, band.from, {
        message: `\`${text}\` is stronger than \`${weaker.decision.text}\` but does not start above it`,
      });
    else continue;
    break;
  }
  return rising.map((band) => ({ decision: band.decision.text, from: numberOf(band.from) }));
}

function checkTexts({ title, description, key }: MatrixDeclaration, { findings }: MatrixContext): void {
  const tooLong = (length: number, max: number, what: string, at: SyntaxNode): void => {
    if (length > max) findings.add(e0914, at, { message: `${what} has at most ${max} characters, this one ${length}` });
  };
  tooLong([...key.text].length, limits.nameCodePoints, 'the name of a matrix', key);
  if (title) tooLong([...title.value].length, limits.titleCodePoints, 'a title', title);
  if (description) tooLong([...description.value].length, limits.descriptionCodePoints, 'a description', description);
}

/** Checks a matrix and applies defaults. Returns `null` if it has errors. */
export function checkMatrix(node: MatrixDeclaration, context: MatrixContext): CheckedMatrix | null {
  const { findings } = context;
  const before = findings.errors;
  checkTexts(node, context);
  const targets = node.targets.filter((word) => checkPlacedWord(word, 'target', 'target', context));
  if (node.targets.length === 0)
    findings.add(e0213, node.key, {
      message: 'the matrix does not say what it is about',
      help: 'add `on transaction` as its first line',
    });
  const scale = checkScale(node, context);
  const thresholds = checkThresholds(node, scale, context);
  const bands = checkBands(node, thresholds, context);
  if (node.otherwise) checkWord(node.otherwise, 'decision', context.catalogue.words('decision'), { findings });
  if (findings.errors > before) return null;
  return {
    declaration: node,
    key: node.key.text,
    name: node.title?.value ?? node.key.text,
    description: node.description?.value ?? '',
    targets: [...new Set(targets.map((word) => word.text as Target))],
    scale,
    thresholds,
    bands,
    otherwise: node.otherwise?.text ?? defaults.otherwise,
  };
}
