import { checkFiles, formatRules, printText, readRules } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import type { ImportResult, ImportedRule, Refusal } from './imported.js';

/** A rule before it is written; null: it, or a part of it, was refused. */
interface Draft {
  readonly at: string;
  /** What it is called in the source; made into a key that is not taken. */
  readonly name: string;
  readonly comments: readonly string[];
  readonly condition: string;
  /** Lines behind `then`. */
  readonly actions: readonly string[];
}

const keyOf = (name: string): string => {
  const key = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60);
  if (!/^[a-z]/.test(key)) return `rule_${key}`.replace(/_$/, '');
  return isName(key) ? key : `rule_${key}`;
};

/** Words of the language name no rule. */
const isName = (key: string): boolean => {
  const { file, diagnostics } = readRules(`rule ${key} {\n  on transaction\n  when true\n}\n`);
  return diagnostics.length === 0 && file.rules[0]?.key.text === key;
};

/** Writes rules and keeps what was refused. A text that does not check is refused too: nothing half right comes out. */
export class RuleWriter {
  private readonly rules: ImportedRule[] = [];
  private readonly refused: Refusal[] = [];
  private readonly keys = new Set<string>();

  refuse(at: string, reason: string): null {
    this.refused.push({ at, reason });
    return null;
  }

  write({ at, name, comments, condition, actions }: Draft): void {
    const key = this.uniqueKey(keyOf(name));
    const title = name === key ? '' : ` ${printText(name)}`;
    const lines = [
      ...comments.flatMap((comment) => comment.split('\n').map((line) => `// ${line}`)),
      `rule ${key}${title} {`,
      'on transaction',
      `when ${condition}`,
      ...(actions.length > 0 ? [`then ${actions.join('\n')}`] : []),
      '}',
    ];
    const { text } = formatRules(`${lines.join('\n')}\n`);
    const problem = text === null ? 'it cannot be written as a rule' : firstError(text);
    if (text === null || problem !== null) this.refuse(at, problem ?? '');
    else {
      this.keys.add(key);
      this.rules.push({ key, source: text });
    }
  }

  result(): ImportResult {
    return { rules: this.rules, refused: this.refused };
  }

  private uniqueKey(key: string): string {
    let free = key;
    for (let number = 2; this.keys.has(free); number++) free = `${key}_${number}`;
    return free;
  }
}

/** What is wrong with a rule by itself; null: nothing. */
function firstError(source: string): string | null {
  const { file, diagnostics } = readRules(source);
  const checked = checkFiles([{ name: 'imported.rules', file, source }], { catalogue: libraryCatalogue, lints: {} });
  const all = [...diagnostics, ...(checked.diagnostics.get('imported.rules') ?? [])];
  const error = all.find(({ severity }) => severity === 'error');
  return error ? `the rule would not check: ${error.code} ${error.message}` : null;
}
