import type { DocumentChange, RenameResult, ShownDiagnostic } from '@tamis/authoring/browser';
import type {
  CodeAction,
  CompletionItem,
  Hover,
  Location,
  Position,
  Range,
  TextEdit,
} from 'vscode-languageserver-types';

/** A text that the language knows in addition to the edited one: matrices and names shared by rules. */
export interface SharedText {
  readonly name: string;
  readonly source: string;
}

export interface KnownNames {
  readonly shared: readonly SharedText[];
  readonly lists: readonly { readonly name: string; readonly type: string }[];
  /** Codes in addition to ISO 4217; `any` if the writer cannot read them, so that none is marked as an error. */
  readonly currencies: readonly string[] | 'any';
  /** Whether the writer cannot read matrices, so that no matrix name is marked as an error. */
  readonly areMatricesHidden?: boolean;
}

/** How the language calls the edited text. */
export const editedText = 'rule.rules';

/** The questions of an editor: the type of each argument and of its result. */
export interface Questions {
  readonly completion: { readonly asked: Position; readonly answer: readonly CompletionItem[] };
  readonly hover: { readonly asked: Position; readonly answer: Hover | null };
  readonly fixes: { readonly asked: Range; readonly answer: readonly CodeAction[] };
  readonly definition: { readonly asked: Position; readonly answer: readonly Location[] };
  /** The name that a rename would change. */
  readonly renamable: { readonly asked: Position; readonly answer: Range | null };
  readonly rename: {
    readonly asked: { readonly position: Position; readonly name: string };
    readonly answer: RenameResult;
  };
  readonly format: { readonly asked: null; readonly answer: readonly TextEdit[] };
}

export type Question = keyof Questions;

/** Messages to the worker. They are structured values, not JSON text. */
export type Request =
  | { readonly kind: 'open'; readonly text: string; readonly names: KnownNames }
  | { readonly kind: 'edit'; readonly version: number; readonly changes: readonly DocumentChange[] }
  | {
      [Q in Question]: {
        readonly kind: 'ask';
        readonly id: number;
        readonly question: Q;
        readonly asked: Questions[Q]['asked'];
      };
    }[Question];

/** Messages from the worker. Findings state the version of the text to which they refer. */
export type Reply =
  | {
      readonly kind: 'findings';
      readonly version: number;
      readonly diagnostics: readonly ShownDiagnostic[];
      readonly tokens: readonly number[];
    }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown };
