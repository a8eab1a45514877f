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

/** The edit that lays a file out. None where it already is, or where a syntax error makes its layout unknown. */
function formatEdits(uri: string, project: Project): readonly TextEdit[] {
  const document = project.document(uri);
  if (!document) return [];
  const result = formatRules(document.text);
  const { text } = result;
  if (text === null || text === document.text) return [];
  // Only what differs is replaced, so that the cursor and other marks stay where they are.
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
 * Everything an editor asks about rule text. Values are those of the Language Server Protocol: lines and characters count
 * from 0, characters in UTF-16 units. Nothing throws on any text or position; a file that is not open has no answers.
 * The open files are one rule set: they see each other's declarations.
 */
export interface LanguageService {
  open(uri: string, version: number, text: string): void;
  /** Changes apply in order; one without a range replaces the whole text. */
  change(uri: string, version: number, changes: readonly DocumentChange[]): void;
  close(uri: string): void;
  /** Current text; null when the file is not open. */
  text(uri: string): string | null;
  uris(): readonly string[];
  /** With what the last `analyse` found, of rules that are still the same. */
  diagnostics(uri: string): readonly ShownDiagnostic[];
  /**
   * Looks at what the rules of all files say of each other: contradictions, rules that another one covers, scores without effect,
   * silenced alerts. Asked for when typing pauses, as it takes longer than the rest: 1,000 rules about a second. `pause` is awaited
   * every few rules, for whatever else there is to do; a change of text meanwhile ends it. True: `diagnostics` may say more or less.
   */
  analyse(pause?: () => Promise<void>): Promise<boolean>;
  /** What the catalogue or the options answer has changed: everything is checked anew when it is asked for. */
  recheck(): void;
  completion(uri: string, position: Position): readonly CompletionItem[];
  hover(uri: string, position: Position): Hover | null;
  signatureHelp(uri: string, position: Position): SignatureHelp | null;
  definition(uri: string, position: Position): readonly Location[];
  references(uri: string, position: Position, includeDeclaration?: boolean): readonly Location[];
  /** The word a rename would change; null when there is none. */
  prepareRename(uri: string, position: Position): Range | null;
  rename(uri: string, position: Position, newName: string): RenameResult;
  format(uri: string): readonly TextEdit[];
  codeActions(uri: string, range: Range): readonly CodeAction[];
  /** Types are indices into `semanticTokenTypes`. */
  semanticTokens(uri: string): readonly number[];
  documentSymbols(uri: string): readonly DocumentSymbol[];
  foldingRanges(uri: string): readonly FoldingRange[];
  /** Declarations read and checked since the start. */
  readonly work: { readonly read: number; readonly checked: number };
}

/** A language service for the files that will be opened in it. Keeps everything in memory; needs no server and no clock. */
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
