import { getLookaheadPaths, type LookaheadProductionType, type Rule, type TokenType } from 'chevrotain';

/** Access to the upcoming tokens. */
export interface UpcomingTokens {
  /** The next token has distance 1. */
  LA_FAST(distance: number): { readonly tokenTypeIdx: number };
}

/** Returns the index of the alternative that the next tokens begin, counted from 0, or -1 if they begin none. */
export type Decision = (upcoming: UpcomingTokens) => number;

/** Decision for one first token: by the second token, or otherwise regardless of it. */
interface Row {
  readonly bySecond: number[];
  otherwise: number;
}

const none = -1;

const typesOf = ({ tokenTypeIdx = 0, categoryMatches = [] }: TokenType): readonly number[] => [
  tokenTypeIdx,
  ...categoryMatches,
];

/** Earlier alternatives take precedence, as they do when the paths are tried one after another. */
function addPath(rows: (Row | undefined)[], [first, second]: readonly TokenType[], alternative: number): void {
  for (const type of first ? typesOf(first) : []) {
    const row = (rows[type] ??= { bySecond: [], otherwise: none });
    if (row.otherwise !== none) continue;
    if (!second) row.otherwise = alternative;
    else for (const next of typesOf(second)) row.bySecond[next] ??= alternative;
  }
}

function decisionOf(alternatives: ReturnType<typeof getLookaheadPaths>): Decision {
  const rows: (Row | undefined)[] = [];
  for (const [index, paths] of alternatives.entries()) for (const path of paths) addPath(rows, path, index);
  if (rows.every((row) => row === undefined || row.bySecond.length === 0)) {
    const byFirst = Int8Array.from({ length: rows.length }, (_, type) => rows[type]?.otherwise ?? none);
    return (upcoming) => byFirst[upcoming.LA_FAST(1).tokenTypeIdx] ?? none;
  }
  return (upcoming) => {
    const row = rows[upcoming.LA_FAST(1).tokenTypeIdx];
    if (row === undefined) return none;
    if (row.bySecond.length === 0) return row.otherwise;
    return row.bySecond[upcoming.LA_FAST(2).tokenTypeIdx] ?? row.otherwise;
  };
}

/** Identifies a choice in the grammar, as the parser library numbers it. */
export interface Choice {
  readonly rule: Rule;
  readonly occurrence: number;
  readonly maxLookahead: number;
}

/** Decides between alternatives by looking up the next one or two tokens instead of trying each path. */
export const alternationTable = (choice: Choice): Decision =>
  decisionOf(getLookaheadPaths({ ...choice, prodType: 'Alternation' }));

/** Decides whether an optional or repeated part follows. The result is 0 if it does. */
export const optionalTable = (choice: Choice, prodType: LookaheadProductionType): Decision =>
  decisionOf(getLookaheadPaths({ ...choice, prodType }).slice(0, 1));
