import { getLookaheadPaths, type LookaheadProductionType, type Rule, type TokenType } from 'chevrotain';

/** Where the words to come are looked at. */
export interface UpcomingTokens {
  /** The first token to come has distance 1. */
  LA_FAST(distance: number): { readonly tokenTypeIdx: number };
}

/** Which alternative the next tokens begin, counted from 0; -1 where they begin none. */
export type Decision = (upcoming: UpcomingTokens) => number;

/** What one first token decides: by the token behind it, or else whatever follows. */
interface Row {
  readonly bySecond: number[];
  otherwise: number;
}

const none = -1;

const typesOf = ({ tokenTypeIdx = 0, categoryMatches = [] }: TokenType): readonly number[] => [
  tokenTypeIdx,
  ...categoryMatches,
];

/** Earlier alternatives win, as they do where the paths are tried one after another. */
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

/** Where in the grammar a choice stands, as the parser library counts. */
export interface Choice {
  readonly rule: Rule;
  readonly occurrence: number;
  readonly maxLookahead: number;
}

/** Decides between alternatives by looking the next one or two tokens up, instead of trying path after path. */
export const alternationTable = (choice: Choice): Decision =>
  decisionOf(getLookaheadPaths({ ...choice, prodType: 'Alternation' }));

/** Decides whether something optional or repeated comes: 0 when it does. */
export const optionalTable = (choice: Choice, prodType: LookaheadProductionType): Decision =>
  decisionOf(getLookaheadPaths({ ...choice, prodType }).slice(0, 1));
