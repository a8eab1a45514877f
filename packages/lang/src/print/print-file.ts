import type { Comment } from '../ast/comment.js';
import type { RuleFile } from '../ast/rule-file.js';
import type { FileDeclaration } from '../ast/file-declaration.js';
import { CommentMap } from './comment-map.js';
import type { PrintContext } from './print-context.js';
import { printDeclaration } from './print-declaration.js';
import { printLine, trimmed } from './print-lines.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { readRules } from '../lower/read-rules.js';

export interface FormatResult {
  /** `null` if there is a syntax error in a part that cannot be printed. */
  readonly text: string | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Formats a source in canonical form, keeping comments. */
export function formatRules(source: string): FormatResult {
  const { file, comments, diagnostics } = readRules(source);
  const isReadable = diagnostics.every(({ severity }) => severity !== 'error');
  return { text: isReadable ? printFile(file, comments) : null, diagnostics };
}

/** Declarations on a single line; adjacent ones of the same kind are not separated by blank lines. */
const compact: ReadonlySet<FileDeclaration['kind']> = new Set([
  'importDeclaration',
  'listDeclaration',
  'constDeclaration',
  'paramDeclaration',
]);

/** Whether a blank line must precede a declaration: always, except between adjacent single-line declarations of the same kind. */
function needsBlank(node: FileDeclaration, previous: FileDeclaration | undefined, { comments }: PrintContext): boolean {
  if (!previous || previous.kind !== node.kind || !compact.has(node.kind)) return true;
  return comments.of(node).leading[0]?.isAfterBlank ?? false;
}

function declarationLines(node: FileDeclaration, place: PrintContext): readonly string[] {
  const lines = printLine(node, { prefix: '', text: printDeclaration(node, place), keepsBlanks: true }, place);
  return trimmed(lines);
}

/**
 * Prints a file in canonical form. Comments keep their positions: above the node they precede, or after the one they follow. Returns an
 * empty text for an empty file.
 */
export function printFile(file: RuleFile, comments: readonly Comment[] = []): string {
  const place: PrintContext = { indent: 0, comments: CommentMap.of(file, comments) };
  const { languageVersion, declarations } = file;
  const lines: string[] = languageVersion
    ? [
        ...trimmed(
          printLine(
            languageVersion,
            { prefix: 'language ', text: languageVersion.text, leadingIndent: 0, keepsBlanks: true },
            place,
          ),
        ),
      ]
    : [];
  for (const [index, node] of declarations.entries()) {
    if (lines.length > 0 && needsBlank(node, declarations[index - 1], place)) lines.push('');
    for (const line of declarationLines(node, place)) lines.push(line);
  }
  const { dangling } = place.comments.of(file);
  for (const { text, isAfterBlank } of dangling) {
    if (lines.length > 0 && isAfterBlank) lines.push('');
    lines.push(text);
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
