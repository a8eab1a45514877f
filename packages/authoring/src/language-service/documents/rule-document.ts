import { maxDeclarations } from '@tamis/grammar';
import type { Position, Range } from 'vscode-languageserver-types';
import { LineIndex } from '../text/line-index.js';
import { DeclarationUnit } from './declaration.js';
import { updateChunks, chunksOf, type Chunk, type TextChange } from './chunk.js';

/** A declaration and its current position. */
export interface PositionedDeclaration {
  readonly unit: DeclarationUnit;
  /** Offset in the document. */
  readonly start: number;
  readonly position: Position;
}

/** One replacement. Replaces everything if there is no range. */
export interface DocumentChange {
  readonly range?: Range;
  readonly text: string;
}

/** Counters of a service: provides a number for each declaration, and counts how many are parsed. */
export interface DeclarationTracker {
  readonly nextId: () => number;
  readonly onRead: () => void;
}

/** One state of one file. A change creates a new document, which reuses the declarations whose text is the same. */
export class RuleDocument {
  readonly lines: LineIndex;
  readonly declarations: readonly PositionedDeclaration[];

  private constructor(
    readonly uri: string,
    readonly version: number,
    readonly text: string,
    private readonly chunks: readonly Chunk[],
    earlier: readonly DeclarationUnit[],
    private readonly tracker: DeclarationTracker,
  ) {
    this.lines = new LineIndex(text);
    this.declarations = positionDeclarations(
      text,
      this.isTooLarge ? chunks.slice(0, 1) : chunks,
      earlier,
      this.lines,
      tracker,
    );
  }

  /**
   * Whether it has more declarations than are read from one file. In that case only the first is examined, its names do not count, and its
   * parts are not reported on.
   */
  get isTooLarge(): boolean {
    return this.tooMany !== null;
  }

  /** The first line of the first declaration that exceeds the limit. */
  get tooMany(): Range | null {
    const piece = this.chunks[maxDeclarations];
    if (!piece) return null;
    const [line = ''] = piece.text.split('\n', 1);
    return this.rangeOf(piece.start, piece.start + line.length);
  }

  static open(uri: string, version: number, text: string, ledger: DeclarationTracker): RuleDocument {
    return new RuleDocument(uri, version, text, chunksOf(text), [], ledger);
  }

  /** Returns the document after the changes. The range of each change refers to the text after the previous ones. */
  withChanges(version: number, changes: readonly DocumentChange[]): RuleDocument {
    let text = this.text;
    let pieces = this.chunks;
    let lines = this.lines;
    for (const change of changes) {
      if (change.range) {
        const [start, end] = [lines.offsetAt(change.range.start), lines.offsetAt(change.range.end)];
        const edit: TextChange = { start: Math.min(start, end), end: Math.max(start, end), text: change.text };
        text = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
        pieces = updateChunks(pieces, text, edit);
      } else {
        text = change.text;
        pieces = chunksOf(text);
      }
      lines = new LineIndex(text);
    }
    const units = this.declarations.map(({ unit }) => unit);
    return new RuleDocument(this.uri, version, text, pieces, units, this.tracker);
  }

  /** Returns the declaration at an offset. If two meet there, the first. */
  declarationAt(offset: number): PositionedDeclaration | null {
    return (
      this.declarations.find(({ start, unit }) => offset >= start && offset <= start + unit.text.length) ??
      this.declarations.at(-1) ??
      null
    );
  }

  offsetAt(position: Position): number {
    return this.lines.offsetAt(position);
  }

  /** Offsets refer to the document. */
  rangeOf(start: number, end: number): Range {
    return { start: this.lines.positionAt(start), end: this.lines.positionAt(end) };
  }
}

function positionDeclarations(
  text: string,
  pieces: readonly Chunk[],
  earlier: readonly DeclarationUnit[],
  lines: LineIndex,
  ledger: DeclarationTracker,
): readonly PositionedDeclaration[] {
  const known = new Map<string, DeclarationUnit[]>();
  for (const unit of earlier) {
    const same = known.get(unit.text);
    if (same) same.push(unit);
    else known.set(unit.text, [unit]);
  }
  return pieces.map((piece, index) => {
    const next = pieces[index + 1]?.text ?? '';
    const same = known.get(piece.text)?.shift();
    const unit = same?.isSameBefore(next)
      ? same
      : new DeclarationUnit(ledger.nextId(), piece.text, next, ledger.onRead);
    return { unit, start: piece.start, position: lines.positionAt(piece.start) };
  });
}
