import type { RuleDeclaration } from '../ast/rule-declaration.js';
import type { Target } from '../catalogue/field.js';
import { e0204 } from '../diagnostics/codes/e0204.js';
import { e0801 } from '../diagnostics/codes/e0801.js';
import { e0915 } from '../diagnostics/codes/e0915.js';
import { didYouMean } from '../diagnostics/did-you-mean.js';
import { limits } from '../limits.js';
import type { RuleContext } from './rule-context.js';

/** Returns the targets of a matrix declared in the files or known to the server; `broken` if its declaration has errors. */
function targetsOf(key: string, rule: RuleContext): readonly Target[] | 'broken' | null {
  const declared = rule.names.get(key);
  if (declared?.kind !== 'matrix') return rule.findMatrix?.(key) ?? null;
  declared.used = true;
  return declared.checked?.targets ?? 'broken';
}

/** Returns the keys of the matrices of a rule. Each must be known and have a target in common with the rule (E0801). */
export function checkRuleMatrices(declaration: RuleDeclaration, rule: RuleContext): readonly string[] {
  const { matrices } = declaration;
  const extra = matrices[limits.matricesPerRule];
  if (extra)
    rule.findings.add(e0915, extra, {
      message: `a rule is in at most ${limits.matricesPerRule} matrices, this one in ${matrices.length}`,
    });
  const keys = new Set<string>();
  for (const word of matrices.slice(0, limits.matricesPerRule)) {
    const targets = targetsOf(word.text, rule);
    if (keys.has(word.text)) rule.findings.add(e0204, word, { message: `\`${word.text}\` is named twice` });
    keys.add(word.text);
    if (targets === 'broken') continue;
    if (targets === null) {
      const known = [...rule.names.values()].flatMap((each) =>
        each.kind === 'matrix' ? [each.declaration.key.text] : [],
      );
      const [closest] = didYouMean(word.text, known);
      rule.findings.add(e0801, word, {
        message: `there is no matrix \`${word.text}\``,
        ...(closest === undefined
          ? {}
          : { help: `did you mean \`${closest}\`?`, ...rule.findings.replacementFix(word, closest) }),
      });
    } else if (!targets.some((target) => rule.targets.includes(target)))
      rule.findings.add(e0801, word, {
        message: `\`${word.text}\` is for ${targets.join(', ')}, but this rule for ${rule.targets.join(', ')}`,
      });
  }
  return [...keys];
}
