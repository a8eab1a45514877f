import type { Position, Range } from 'vscode-languageserver-types';
import type { LocatedDeclaration, Project } from './project.js';
import type { Occurrence, Span } from '../symbols/symbol.js';

/** A position in a declaration. */
export interface DeclarationOffset {
  readonly located: LocatedDeclaration;
  /** Offset in the text of the declaration. */
  readonly offset: number;
}

export function declarationOffsetAt(uri: string, position: Position, project: Project): DeclarationOffset | null {
  const document = project.document(uri);
  if (!document) return null;
  const offset = document.offsetAt(position);
  // A cursor directly before a declaration belongs to that declaration rather than to the end of the previous one.
  const placed =
    document.declarations.find(({ start, unit }) => offset >= start && offset < start + unit.text.length) ??
    document.declarationAt(offset);
  return placed && { located: { document, placed }, offset: offset - placed.start };
}

const covers = ({ start, end }: Span, at: number): boolean => at >= start && at <= end;

export const spanAt = <S extends Span>(spans: readonly S[], at: number): S | null =>
  spans.find((span) => covers(span, at)) ?? null;

export const occurrenceAt = ({ located, offset: at }: DeclarationOffset): Occurrence | null =>
  spanAt(located.placed.unit.symbols.occurrences, at);

export const rangeOfSpan = ({ document, placed }: LocatedDeclaration, { start, end }: Span): Range =>
  document.rangeOf(placed.start + start, placed.start + end);
