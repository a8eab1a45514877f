import type {
  CodeAction,
  CompletionItem,
  DocumentSymbol,
  FoldingRange,
  Hover,
  Position,
  Range,
  SignatureHelp,
  TextEdit,
} from 'vscode-languageserver-types';
import { complete } from './completion/complete.js';
import type { DocumentChange } from './documents/rule-document.js';
import { codeActionsIn } from './features/code-actions.js';
import { diagnosticsOf, type ShownDiagnostic } from './features/diagnostics.js';
import { hoverAt } from './features/hover.js';
import { findDefinition, findReferences } from './features/navigation.js';
import { foldingRangesOf, documentSymbolsOf } from './features/outline.js';
import { renamableAt, rename, type RenameResult } from './features/rename.js';
import { encodedTokens } from './features/semantic-tokens.js';
import { signatureHelpAt } from './features/signature-help.js';
import { SetFindings } from './features/set-findings.js';
import type { LanguageServiceOptions } from './project/options.js';
import { Project, type Location } from './project/project.js';
import { formatRules } from '@tamis/lang';

/** Returns the edit that formats a file. Empty if the file is already formatted, or if a syntax error makes its layout unknown. */
function formatEdits(uri: string, project: Project): readonly TextEdit[] {
  const document = project.document(uri);
  if (!document) return [];
  const result = formatRules(document.text);
  const { text } = result;
  if (text === null || text === document.text) return [];
  // Only the part that differs is replaced, so that the cursor and other marks stay in position.
  let start = 0;
  while (start < text.length && text[start] === document.text[start]) start++;
  let [end, newEnd] = [document.text.length, text.length];
  while (end > start && newEnd > start && document.text[end - 1] === text[newEnd - 1]) {
    end--;
    newEnd--;
  }
  return [{ range: document.rangeOf(start, end), newText: text.slice(start, newEnd) }];
}

/**
 * Everything that an editor requests for rule text. Values are those of the Language Server Protocol: lines and characters count from 0,
 * characters in UTF-16 units. No method throws for any text or position, and requests for a file that is not open have empty results. The
 * open files form one rule set and see each other's declarations.
 */
export interface LanguageService {
  open(uri: string, version: number, text: string): void;
  /** Changes apply in order. A change without a range replaces the whole text. */
  change(uri: string, version: number, changes: readonly DocumentChange[]): void;
  close(uri: string): void;
  /** Returns the current text, or `null` if the file is not open. */
  text(uri: string): string | null;
  uris(): readonly string[];
  /** Includes the findings of the last `analyse` for rules that have not changed since. */
  diagnostics(uri: string): readonly ShownDiagnostic[];
  /**
   * Checks the rules of all files against each other: contradictions, rules that another one covers, scores without effect, silenced
   * alerts. Meant for pauses in typing, as it takes longer than the rest: about a second for 1,000 rules. `pause` is awaited every few
   * rules, to give way to other work. A change of text in the meantime ends the analysis. Returns `true` if `diagnostics` may have changed.
   */
  analyse(pause?: () => Promise<void>): Promise<boolean>;
  /** To be called when the catalogue or the results of the options have changed. Everything is checked again on the next request. */
  recheck(): void;
  completion(uri: string, position: Position): readonly CompletionItem[];
  hover(uri: string, position: Position): Hover | null;
  signatureHelp(uri: string, position: Position): SignatureHelp | null;
  definition(uri: string, position: Position): readonly Location[];
  references(uri: string, position: Position, includeDeclaration?: boolean): readonly Location[];
  /** Returns the word that a rename would change, or `null` if there is none. */
  prepareRename(uri: string, position: Position): Range | null;
  rename(uri: string, position: Position, newName: string): RenameResult;
  format(uri: string): readonly TextEdit[];
  codeActions(uri: string, range: Range): readonly CodeAction[];
  /** Types are indices into `semanticTokenTypes`. */
  semanticTokens(uri: string): readonly number[];
  documentSymbols(uri: string): readonly DocumentSymbol[];
  foldingRanges(uri: string): readonly FoldingRange[];
  /** Number of declarations read and checked since the start. */
  readonly work: { readonly read: number; readonly checked: number };
}

/**
 * Creates a language service for the files that will be opened in it. It keeps everything in memory, and needs neither a server nor a
 * clock.
 */
export function createLanguageService(options: LanguageServiceOptions): LanguageService {
  const project = new Project(options);
  const set = new SetFindings(project);
  return {
    open: (uri, version, text) => project.open(uri, version, text),
    change: (uri, version, changes) => project.change(uri, version, changes),
    close: (uri) => project.close(uri),
    text: (uri) => project.document(uri)?.text ?? null,
    uris: () => [...project.documents].map(({ uri }) => uri),
    diagnostics: (uri) => diagnosticsOf(uri, project, set),
    analyse: (pause = () => Promise.resolve()) => set.analyse(pause),
    recheck: () => project.recheck(),
    completion: (uri, position) => complete(uri, position, project),
    hover: (uri, position) => hoverAt(uri, position, project),
    signatureHelp: (uri, position) => signatureHelpAt(uri, position, project),
    definition: (uri, position) => findDefinition(uri, position, project),
    references: (uri, position, includeDeclaration = true) =>
      findReferences(uri, position, includeDeclaration, project),
    prepareRename: (uri, position) => renamableAt(uri, position, project),
    rename: (uri, position, newName) => rename(uri, position, newName, project),
    format: (uri) => formatEdits(uri, project),
    codeActions: (uri, range) => codeActionsIn(uri, range, project, set),
    semanticTokens: (uri) => {
      const document = project.document(uri);
      return document ? encodedTokens(document, project) : [];
    },
    documentSymbols: (uri) => {
      const document = project.document(uri);
      return document ? documentSymbolsOf(document) : [];
    },
    foldingRanges: (uri) => {
      const document = project.document(uri);
      return document ? foldingRangesOf(document) : [];
    },
    work: project.workCounters,
  };
}
