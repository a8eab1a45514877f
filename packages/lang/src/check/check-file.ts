import type { RuleFile } from '../ast/rule-file.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { e0204 } from '../diagnostics/codes/e0204.js';
import { e0904 } from '../diagnostics/codes/e0904.js';
import { w1110 } from '../diagnostics/codes/w1110.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { limits } from '../limits.js';
import type { CheckedRule } from './checked-rule.js';
import { bindReference, checkLists, type FindList } from './check-lists.js';
import { checkRule } from './check-rule.js';
import { Findings, type LocateNode } from './findings.js';

/** What a check needs to know of the organization. */
export interface CheckOptions {
  readonly catalogue: Catalogue;
  /** By UUID or name; null: no such list (E0501). Undefined option: lists are not checked (an editor without a server). */
  readonly findList?: FindList;
  /** The organization's own currency codes. */
  readonly currencies?: readonly string[];
  /** JSON path of a node without a range, for rules that were read from JSON. */
  readonly locate?: LocateNode;
}

export interface CheckResult {
  /** Rules without errors, in source order. */
  readonly rules: readonly CheckedRule[];
  /** In source order where there is text. */
  readonly diagnostics: readonly Diagnostic[];
}

function bySource(a: Diagnostic, b: Diagnostic): number {
  if (!a.range || !b.range) return 0;
  return a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character;
}

/** Types, resolves and limits every rule of a file. Never throws; one mistake gives one diagnostic. */
export function checkFile(file: RuleFile, options: CheckOptions): CheckResult {
  const { catalogue, findList } = options;
  const findings = new Findings(options.locate ?? null);
  const lists = checkLists(file.lists, findList, findings);
  const currencies = new Set(options.currencies);
  const keys = new Map<string, RuleFile['rules'][number]>();
  const rules: CheckedRule[] = [];
  const extra = file.rules[limits.rulesPerFile];
  if (extra)
    findings.add(e0904, extra.key, {
      message: `a file has at most ${limits.rulesPerFile} rules, this one ${file.rules.length}`,
    });
  for (const declaration of file.rules.slice(0, limits.rulesPerFile)) {
    const own = findings.aside();
    const earlier = keys.get(declaration.key.text);
    if (earlier || lists.has(declaration.key.text)) {
      const range = earlier?.key.range;
      own.add(e0204, declaration.key, {
        message: `\`${declaration.key.text}\` is declared twice`,
        ...(range ? { related: [{ range, message: 'first declared here' }] } : {}),
      });
    } else keys.set(declaration.key.text, declaration);
    const checked = checkRule(declaration, {
      catalogue,
      currencies,
      lists,
      lets: new Map(),
      letNames: new Set(declaration.lets.map((each) => each.name.text)),
      types: new Map(),
      resolutions: new Map(),
      aggregates: [],
      findings: own,
      bindList: (reference) => bindReference(reference, findList, own),
    });
    findings.all.push(...own.all);
    if (checked) rules.push(checked);
  }
  // A list may be used by a rule whose check stopped early.
  const complete = !findings.all.some((finding) => finding.severity === 'error');
  for (const { declaration, used } of lists.values())
    if (complete && !used)
      findings.add(w1110, declaration.name, {
        message: `\`${declaration.name.text}\` is declared and never used`,
        help: 'remove it',
      });
  return { rules, diagnostics: findings.all.sort(bySource).slice(0, limits.diagnosticsPerFile) };
}
