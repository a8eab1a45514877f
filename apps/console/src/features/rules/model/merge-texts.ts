import { diff3Merge } from 'node-diff3';

/** A stretch of a merged text: what both agree on, or what they changed each in their own way. */
export type MergePart =
  | { readonly kind: 'agreed'; readonly text: string }
  | { readonly kind: 'conflict'; readonly mine: string; readonly base: string; readonly theirs: string };

export type Conflict = Extract<MergePart, { readonly kind: 'conflict' }>;
export const mergeChoices = ['mine', 'theirs', 'both'] as const;
export type MergeChoice = (typeof mergeChoices)[number];

const linesOf = (text: string): string[] => text.split('\n');

/** Puts together what two people made of one text. What only one of them changed is taken as that one has it. */
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

/** The text that choices lead to; `choices` by the place of the conflict among the conflicts. */
export function mergedText(parts: readonly MergePart[], choices: readonly MergeChoice[]): string {
  let conflict = 0;
  const texts = parts.map((part) =>
    part.kind === 'agreed' ? part.text : chosenText(part, choices[conflict++] ?? 'mine'),
  );
  return parts
    .flatMap((part, index) => (part.kind === 'conflict' && texts[index] === '' ? [] : [texts[index] ?? '']))
    .join('\n');
}
