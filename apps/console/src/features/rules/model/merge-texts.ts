import { diff3Merge } from 'node-diff3';

/** A section of a merged text: an agreed text, or conflicting changes of both sides. */
export type MergePart =
  | { readonly kind: 'agreed'; readonly text: string }
  | { readonly kind: 'conflict'; readonly mine: string; readonly base: string; readonly theirs: string };

export type Conflict = Extract<MergePart, { readonly kind: 'conflict' }>;
export const mergeChoices = ['mine', 'theirs', 'both'] as const;
export type MergeChoice = (typeof mergeChoices)[number];

const linesOf = (text: string): string[] => text.split('\n');

/** Merges the changes of two users to one text. Changes made by only one of them are applied. */
export function mergeTexts(base: string, mine: string, theirs: string): readonly MergePart[] {
  const regions = diff3Merge(linesOf(mine), linesOf(base), linesOf(theirs), { excludeFalseConflicts: true });
  return regions.map(({ ok, conflict }): MergePart => {
    if (ok) return { kind: 'agreed', text: ok.join('\n') };
    const { a = [], o = [], b = [] } = conflict ?? {};
    return { kind: 'conflict', mine: a.join('\n'), base: o.join('\n'), theirs: b.join('\n') };
  });
}

const chosenText = ({ mine, theirs }: Conflict, choice: MergeChoice): string =>
  choice === 'both' ? [mine, theirs].filter((text) => text !== '').join('\n') : { mine, theirs }[choice];

/** Returns the text for these choices. `choices` is indexed by conflict. */
export function mergedText(parts: readonly MergePart[], choices: readonly MergeChoice[]): string {
  let conflict = 0;
  const texts = parts.map((part) =>
    part.kind === 'agreed' ? part.text : chosenText(part, choices[conflict++] ?? 'mine'),
  );
  return parts
    .flatMap((part, index) => (part.kind === 'conflict' && texts[index] === '' ? [] : [texts[index] ?? '']))
    .join('\n');
}
