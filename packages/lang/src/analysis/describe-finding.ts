import type { MatrixDeclaration } from '../ast/matrix-declaration.js';
import type { RuleDeclaration } from '../ast/rule-declaration.js';
import type { SyntaxNode } from '../ast/syntax-node.js';
import type { DiagnosticData } from '../check/diagnostic-bag.js';
import { w1301 } from '../diagnostics/codes/w1301.js';
import { w1302 } from '../diagnostics/codes/w1302.js';
import { w1304 } from '../diagnostics/codes/w1304.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { DiagnosticCode } from '../diagnostics/diagnostic-code.js';
import { printExpression } from '../print/print-expression.js';
import type { ConditionFinding, Finding, Ground, RuleFinding, ScoreFinding } from './finding.js';

/** A finding in words. */
export interface DescribedFinding {
  readonly code: DiagnosticCode;
  /** The node the finding refers to. */
  readonly at: SyntaxNode;
  /** The declaration that contains the node. */
  readonly owner: RuleDeclaration | MatrixDeclaration;
  /** The rule that contains its related positions; `null` if it is the owner. */
  readonly about: RuleDeclaration | null;
  readonly parts: DiagnosticData;
}

type Related = NonNullable<Diagnostic['related']>;

const maxQuotedLength = 80;

/** Returns part of a condition as quoted in a message. */
function quoted(ground: Ground): string {
  const text = ground.needs ?? printExpression(ground.node);
  return text.length > maxQuotedLength ? `${text.slice(0, maxQuotedLength - 1)}…` : text;
}

const relatedGrounds = (grounds: readonly Ground[], word: string): Related =>
  grounds.flatMap((ground) =>
    ground.node.range ? [{ range: ground.node.range, message: `${word} \`${quoted(ground)}\`` }] : [],
  );

/** Leaves out a part that is the entire condition. */
const others = ({ grounds, node }: ConditionFinding): readonly Ground[] =>
  grounds.filter((ground) => ground.node !== node);

const dataOf = ({ kind, grounds, witness }: ConditionFinding): unknown => ({
  finding: kind,
  witness,
  parts: grounds.map((ground) => ({
    text: printExpression(ground.node),
    needs: ground.needs,
    witness: ground.witness,
  })),
});

function aboutCondition(finding: ConditionFinding): Omit<DiagnosticData, 'data'> {
  const parts = others(finding);
  switch (finding.kind) {
    case 'neverTrue':
      return parts.length > 1
        ? {
            message: 'this can never be true: its parts exclude each other',
            help: 'correct a value, or remove this',
            related: relatedGrounds(parts, 'needs'),
          }
        : {
            message: 'this can never be true',
            help: 'correct the value, or remove this',
            related: relatedGrounds(parts, 'needs'),
          };
    case 'neverFalse':
      return {
        message: 'this is always true when its values are known',
        help: 'remove it, or write `is present`',
      };
    case 'deadBranch':
      return {
        message: 'this can never be true together with the rest of the condition',
        help: 'remove this branch, or correct one of the values',
      };
    case 'redundant':
      return {
        message: 'this has no effect: the outcome is the same without it',
        help: 'remove it',
        related: relatedGrounds(parts, 'already implied by'),
      };
  }
}

function aboutRules({ kind, rule, wider, matrix, witness, onlyWider }: RuleFinding): DiagnosticData {
  const { range } = wider.declaration.key;
  const file = wider.file === rule.file ? {} : { file: wider.file };
  const isEqual = kind === 'equal';
  return {
    message: isEqual
      ? `\`${rule.key}\` and \`${wider.key}\` hit on exactly the same data`
      : `whenever \`${rule.key}\` hits, \`${wider.key}\` hits too`,
    help: isEqual
      ? 'keep one of the two'
      : `exclude these cases from \`${wider.key}\`, or check that both scores are meant to count`,
    ...(range ? { related: [{ range, ...file, message: isEqual ? 'the same condition' : 'the wider rule' }] } : {}),
    data: { finding: kind, matrix, wider: wider.key, witness, onlyWider },
  };
}

function aboutScore({ rule, reaches }: ScoreFinding): DiagnosticData {
  const data = { finding: 'score', reaches };
  const [reach] = reaches;
  if (!reach)
    return {
      message: `the score ${rule.score} is never counted: \`evaluate async\` runs after the response`,
      help: 'remove the score, or write `evaluate sync`',
      data,
    };
  const total =
    reach.minimum === reach.maximum ? `add up to ${reach.minimum}` : `add up to ${reach.minimum} to ${reach.maximum}`;
  return {
    message: `the score ${rule.score} never carries \`${reach.matrix}\` across ${listed(reach.boundaries)}`,
    help: `the other rules ${total}: change the score or the boundaries, or remove it`,
    data,
  };
}

const listed = (points: readonly number[]): string =>
  points.length < 2 ? points.join('') : `${points.slice(0, -1).join(', ')} or ${points[points.length - 1] ?? ''}`;

/** Returns the message, position and code of a finding. `data` contains its witness as JSON. */
export function describeFinding(finding: Finding): DescribedFinding {
  const { rule } = finding;
  const { declaration } = rule;
  const own = { owner: declaration, about: null };
  switch (finding.kind) {
    case 'subsumed':
    case 'equal':
      return {
        code: w1302,
        at: declaration.key,
        owner: declaration,
        about: finding.wider.declaration,
        parts: aboutRules(finding),
      };
    case 'score':
      return { code: w1304, at: declaration.score ?? declaration.key, ...own, parts: aboutScore(finding) };
    case 'neverTrue':
    case 'neverFalse':
    case 'deadBranch':
    case 'redundant': {
      const parts = aboutCondition(finding);
      const { related = [], ...rest } = parts;
      const data = dataOf(finding);
      return {
        code: w1301,
        at: finding.node,
        ...own,
        parts: { ...rest, ...(related.length > 0 ? { related } : {}), data },
      };
    }
  }
}
