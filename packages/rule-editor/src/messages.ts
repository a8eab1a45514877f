import type { DocumentChange, ShownDiagnostic } from '@tamis/authoring/browser';
import type {
  CodeAction,
  CompletionItem,
  Hover,
  Location,
  Position,
  Range,
  TextEdit,
} from 'vscode-languageserver-types';

/** A text that the language knows beside the one that is edited: matrices and names that rules share. */
export interface SharedText {
  readonly name: string;
  readonly source: string;
}

export interface KnownNames {
  readonly shared: readonly SharedText[];
  readonly lists: readonly { readonly name: string; readonly type: string }[];
  /** Codes besides those of ISO 4217; `any`: the writer may not read them, so that none is wrong. */
  readonly currencies: readonly string[] | 'any';
  /** The writer may not read matrices, so that none that a rule names is wrong. */
  readonly areMatricesHidden?: boolean;
}

/** What an editor asks, and what it is answered. */
export interface Questions {
  readonly completion: { readonly asked: Position; readonly answer: readonly CompletionItem[] };
  readonly hover: { readonly asked: Position; readonly answer: Hover | null };
  readonly fixes: { readonly asked: Range; readonly answer: readonly CodeAction[] };
  readonly definition: { readonly asked: Position; readonly answer: readonly Location[] };
  readonly format: { readonly asked: null; readonly answer: readonly TextEdit[] };
}

export type Question = keyof Questions;

/** To the worker. Structured values, no JSON text. */
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

/** From the worker. Findings name the version of the text that they are of. */
export type Reply =
  | {
      readonly kind: 'findings';
      readonly version: number;
      readonly diagnostics: readonly ShownDiagnostic[];
      readonly tokens: readonly number[];
    }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown };
