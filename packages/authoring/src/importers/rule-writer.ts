import { checkFiles, formatRules, printText, readRules } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import type { ImportResult, ImportedRule, Refusal } from './imported.js';

/** A rule before it is written; `null` if it, or a part of it, was refused. */
interface Draft {
  readonly at: string;
  /** The name in the source, which is converted to a unique key. */
  readonly name: string;
  readonly comments: readonly string[];
  /** Notes for readers of the rule. */
  readonly notes?: Iterable<string>;
  readonly condition: string;
  /** The lines after `then`. */
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

/** Words of the language cannot be rule names. */
const isName = (key: string): boolean => {
  const { file, diagnostics } = readRules(`rule ${key} {\n  on transaction\n  when true\n}\n`);
  return diagnostics.length === 0 && file.rules[0]?.key.text === key;
};

/** Writes rules and collects refusals. A text that fails the check is also refused, so that no partially correct rule is produced. */
export class RuleWriter {
  private readonly rules: ImportedRule[] = [];
  private readonly refused: Refusal[] = [];
  /** The number of rules that would have the key, by key. */
  private readonly keys = new Map<string, number>();

  refuse(at: string, reason: string): null {
    this.refused.push({ at, reason });
    return null;
  }

  write({ at, name, comments, notes = [], condition, actions }: Draft): void {
    const uncomposed = uncomposedPart([condition, ...actions].join('\n'));
    if (uncomposed !== null) {
      this.refuse(
        at,
        `${JSON.stringify(uncomposed)} is not in NFC, the form in which rules are read: it would mean another text`,
      );
      return;
    }
    const key = this.uniqueKey(keyOf(name));
    const title = name === key ? '' : ` ${printText(name)}`;
    const lines = [
      ...comments.flatMap((comment) => comment.split('\n').map((line) => `// ${line}`)),
      ...[...notes, ...(isAscii(condition) ? [] : [composedNote])].map((note) => `// Note: ${note}`),
      `rule ${key}${title} {`,
      'on transaction',
      `when ${condition}`,
      ...(actions.length > 0 ? [`then ${actions.join('\n')}`] : []),
      '}',
    ];
    const written = `${lines.join('\n')}\n`;
    const { text } = formatRules(written);
    const problem = firstError(text ?? written);
    if (text === null || problem !== null) this.refuse(at, problem ?? 'it cannot be written as a rule');
    else this.rules.push({ key, source: text });
  }

  result(): ImportResult {
    return { rules: this.rules, refused: this.refused };
  }

  private uniqueKey(key: string): string {
    const number = (this.keys.get(key) ?? 0) + 1;
    this.keys.set(key, number);
    return number === 1 ? key : this.uniqueKey(`${key}_${number}`);
  }
}

const composedNote = 'texts are compared in NFC: decomposed letters equal composed ones';

const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text);

/** Returns the part of a text that would change when it is read as a rule; `null` if there is none. */
function uncomposedPart(text: string): string | null {
  const composed = text.normalize('NFC');
  if (text === composed && text.isWellFormed()) return null;
  let at = 0;
  while (at < text.length && text[at] === composed[at]) at += 1;
  at = Math.min(at, text.search(/[\ud800-\udfff]/u) >>> 0);
  return text.slice(Math.max(0, at - 10), at + 10);
}

/** Returns the first error of a rule on its own; `null` if there is none. */
function firstError(source: string): string | null {
  const { file, diagnostics } = readRules(source);
  const checked = checkFiles([{ name: 'imported.rules', file, source }], { catalogue: libraryCatalogue, lints: {} });
  const all = [...diagnostics, ...(checked.diagnostics.get('imported.rules') ?? [])];
  const error = all.find(({ severity }) => severity === 'error');
  return error ? `the rule would not check: ${error.code} ${error.message}` : null;
}
