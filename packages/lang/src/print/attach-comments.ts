import type { Comment } from '../ast/comment.js';
import type { SourcePosition, SourceRange } from '../ast/syntax-node.js';
import type { Anchor, Block } from './anchors.js';
import type { Note, Notes } from './comment-map.js';

interface Placed {
  readonly text: string;
  readonly range: SourceRange;
}

interface OpenNotes extends Notes {
  readonly leading: Note[];
  readonly trailing: string[];
  readonly opening: string[];
  readonly dangling: Note[];
  isAfterBlank: boolean;
}

const isBefore = (a: SourcePosition, b: SourcePosition): boolean =>
  a.line < b.line || (a.line === b.line && a.character < b.character);

const contains = (range: SourceRange, { range: inner }: Placed): boolean =>
  !isBefore(inner.start, range.start) && isBefore(inner.start, range.end);

const bySource = (a: { readonly range: SourceRange }, b: { readonly range: SourceRange }): number =>
  isBefore(a.range.start, b.range.start) ? -1 : 1;

/** Assigns every comment to the node that it precedes or, on the same line, follows. */
export function attachComments(file: Block, comments: readonly Comment[]): ReadonlyMap<object, Notes> {
  const notes = new Map<object, OpenNotes>();
  const of = (node: object): OpenNotes => {
    const found = notes.get(node) ?? { leading: [], trailing: [], opening: [], dangling: [], isAfterBlank: false };
    notes.set(node, found);
    return found;
  };
  const placed = comments.flatMap(({ text, range }) => (range ? [{ text: text.trimEnd(), range }] : []));
  attachInBlock(file, placed.sort(bySource), of);
  return notes;
}

type NotesOf = (node: object) => OpenNotes;

/** Assigns comments inside an anchor to one of its blocks, or otherwise above it, since the anchor itself is printed as a unit. */
function attachInAnchor({ node, blocks }: Anchor, comments: readonly Placed[], of: NotesOf): void {
  for (const block of blocks) {
    attachInBlock(
      block,
      comments.filter((comment) => contains(block.range, comment)),
      of,
    );
  }
  for (const comment of comments)
    if (!blocks.some(({ range }) => contains(range, comment)))
      of(node).leading.push({ text: comment.text, isAfterBlank: false });
}

function attachInBlock(block: Block, comments: readonly Placed[], of: NotesOf): void {
  const anchors = [...block.anchors].sort(bySource);
  const rest = [...comments];
  /** Last line seen so far; blank lines before the first item do not count. */
  let lastLine: number | null = null;
  let previous: Anchor | null = null;
  const isAfterBlank = (line: number): boolean => lastLine !== null && line - lastLine > 1;
  for (const anchor of [...anchors, null]) {
    while (rest[0] && (!anchor || isBefore(rest[0].range.start, anchor.range.start))) {
      const [comment] = rest.splice(0, 1) as [Placed];
      const { start, end } = comment.range;
      const isShared = anchor?.range.start.line === end.line;
      if (previous?.range.end.line === start.line && !isShared) of(previous.node).trailing.push(comment.text);
      else if (!previous && block.openingLine === start.line && !isShared) of(block.node).opening.push(comment.text);
      else {
        const note = { text: comment.text, isAfterBlank: isAfterBlank(start.line) };
        if (anchor) of(anchor.node).leading.push(note);
        else of(block.node).dangling.push(note);
      }
      lastLine = end.line;
    }
    if (!anchor) break;
    of(anchor.node).isAfterBlank = isAfterBlank(anchor.range.start.line);
    let inside = 0;
    while (rest[inside] && contains(anchor.range, rest[inside] as Placed)) inside++;
    attachInAnchor(anchor, rest.splice(0, inside), of);
    lastLine = anchor.range.end.line;
    previous = anchor;
  }
}
