import { describeChanges, readRules } from '@tamis/lang';
import { createTwoFilesPatch } from 'diff';

/** The text of a rule version. */
export interface VersionText {
  readonly version: number;
  readonly key: string;
  readonly source: string;
}

/** One change, in words. */
export interface TreeChange {
  readonly kind: 'added' | 'removed' | 'changed';
  /** Part of the rule that contains the change. */
  readonly at: string;
  readonly words: string;
}

const fileNameOf = ({ key, version }: VersionText): string => `${key} version ${version}`;

/** Returns the line-by-line difference of the texts. Empty if there is none. */
export const textDiff = (base: VersionText, head: VersionText): string =>
  base.source === head.source ? '' : createTwoFilesPatch(fileNameOf(base), fileNameOf(head), base.source, head.source);

const changeKinds: Readonly<Partial<Record<string, TreeChange['kind']>>> = {
  adds: 'added',
  sets: 'added',
  removes: 'removed',
};

function parseChange(words: string): TreeChange {
  const [, verb = '', rest = words] = /^(?:[^:]+: )?(adds|sets|removes) (.*)$/s.exec(words) ?? [];
  const place = /\(([^()]+)\)$/.exec(words)?.[1] ?? /^let \w+/.exec(words)?.[0] ?? rest.split(' ', 1)[0]!;
  return { kind: changeKinds[verb] ?? 'changed', at: place, words };
}

/** Returns the difference of the syntax trees, in the words of `tamis diff`. */
export function treeDiff(base: VersionText, head: VersionText): readonly TreeChange[] {
  const [before, after] = [base, head].map(({ source }) => readRules(source).file.rules[0]);
  return before && after ? describeChanges(before, after).map(parseChange) : [];
}
