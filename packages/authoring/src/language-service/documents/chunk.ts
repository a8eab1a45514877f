import {
  maxDeclarations,
  splitBrokenSection,
  splitSections,
  tokenBatches,
  type IToken,
  type Section,
} from '@tamis/grammar';

/** The text of one declaration with the comments around it. The concatenated chunks of a file are the file. */
export interface Chunk {
  readonly start: number;
  readonly text: string;
  /** Whether a comment is still open at its end, so that the text that follows belongs to it. */
  readonly endsInOpenComment: boolean;
  /** Whether its bounds are the same regardless of an open bracket before it. */
  readonly hasStableBounds: boolean;
  /** Whether a bracket is still open at its end. */
  readonly hasOpenBracket: boolean;
}

const opening = new Set(['LeftParen', 'LeftSquare', 'LeftCurly']);
const closing = new Set(['RightParen', 'RightSquare', 'RightCurly']);

function isOpen(tokens: readonly IToken[]): boolean {
  let depth = 0;
  for (const { tokenType } of tokens) {
    if (opening.has(tokenType.name)) depth++;
    else if (closing.has(tokenType.name)) depth = Math.max(0, depth - 1);
  }
  return depth > 0;
}

const endsInComment = (text: string, comments: readonly IToken[]): boolean =>
  comments.some(({ tokenType, startOffset, image }) => {
    if (tokenType.name === 'UnclosedComment') return true;
    return tokenType.name === 'LineComment' && startOffset + image.length === text.length;
  });

const endOf = (section: Section | undefined): number => {
  const token = section?.tokens.at(-1);
  return token ? token.startOffset + token.image.length : 0;
};

/** Comment lines directly above a declaration belong to it. */
function commentStart(text: string, start: number, least: number): number {
  let from = start;
  for (;;) {
    const lineEnd = from - 1;
    const lineStart = text.lastIndexOf('\n', lineEnd - 1) + 1;
    const isComment =
      text[lineEnd] === '\n' && lineStart >= least && /^[ \t]*\/\//.test(text.slice(lineStart, lineEnd));
    if (!isComment || (lineStart > 0 && lineStart - 1 < least)) return from;
    from = lineStart;
  }
}

/** Stops once there are more sections than are read from one file. The last one then extends to the end. */
function sectionsOf(text: string): { readonly parts: readonly Section[]; readonly comments: readonly IToken[] } {
  const comments: IToken[] = [];
  function* words(): Generator<readonly IToken[]> {
    for (const batch of tokenBatches(text)) {
      for (const comment of batch.comments) comments.push(comment);
      yield batch.tokens;
    }
  }
  const parts: Section[] = [];
  for (const section of splitSections(words(), text)) {
    for (const part of isOpen(section.tokens) ? splitBrokenSection(section, text) : [section]) parts.push(part);
    if (parts.length > maxDeclarations) return { parts: parts.slice(0, maxDeclarations + 1), comments };
  }
  return { parts, comments };
}

/**
 * Splits a text before every declaration. If a bracket is not closed, splits before everything that looks like a declaration, so that an
 * unfinished rule does not swallow its neighbours.
 */
export function chunksOf(text: string, offset = 0): readonly Chunk[] {
  const { parts, comments } = sectionsOf(text);
  const last = parts.length - 1;
  const starts = parts.map((part, index) =>
    index === 0 ? 0 : commentStart(text, part.start, endOf(parts[index - 1])),
  );
  return parts.map((part, index) => {
    const start = starts[index] ?? 0;
    const end = starts[index + 1] ?? text.length;
    const atMargin = start === 0 || text[start - 1] === '\n';
    return {
      start: start + offset,
      text: text.slice(start, end),
      hasOpenBracket: isOpen(part.tokens),
      endsInOpenComment: index === last && endsInComment(text, comments),
      hasStableBounds: atMargin && splitBrokenSection(part, text).length === 1,
    };
  });
}

/** Replacement of one range of text, by offsets in the text before the change. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Returns the chunks after a change. Only the text of the touched chunks and their neighbours is tokenized again, unless a comment is open
 * there, or a bracket that may extend into the following text. In that case, everything is.
 */
export function updateChunks(pieces: readonly Chunk[], newText: string, change: TextChange): readonly Chunk[] {
  // The last chunk may contain many declarations.
  if (pieces.length > maxDeclarations) return chunksOf(newText);
  const touches = (piece: Chunk): boolean =>
    piece.start <= change.end && piece.start + piece.text.length >= change.start;
  const first = Math.max(0, pieces.findIndex(touches) - 1);
  const last = Math.min(pieces.length - 1, pieces.findLastIndex(touches) + 1);
  const [from, to] = [pieces[first], pieces[last]];
  if (!from || !to) return chunksOf(newText);
  const shift = change.text.length - (change.end - change.start);
  const end = to.start + to.text.length + shift;
  const region = chunksOf(newText.slice(from.start, end), from.start);
  const touched = [...pieces.slice(first, last + 1), ...region];
  const others = pieces.slice(last + 1);
  const isInBracket = [...pieces.slice(0, first), ...touched].some(({ hasOpenBracket: open }) => open);
  const isSettled = !isInBracket || [...region, ...others].every(({ hasStableBounds: stable }) => stable);
  const isSwallowed = others.length > 0 && touched.some(({ endsInOpenComment: swallows }) => swallows);
  if (isSwallowed || !isSettled) return chunksOf(newText);
  return [...pieces.slice(0, first), ...region, ...others.map((piece) => ({ ...piece, start: piece.start + shift }))];
}
