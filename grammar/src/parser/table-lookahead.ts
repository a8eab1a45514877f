import {
  getLookaheadPaths,
  LLkLookaheadStrategy,
  type ILookaheadStrategy,
  type IToken,
  type LookaheadSequence,
  type TokenType,
} from 'chevrotain';

interface Reader {
  LA_FAST(distance: number): IToken;
}

/** What one first token decides: by the token behind it, or else whatever follows. */
interface Row {
  readonly bySecond: (number | undefined)[];
  otherwise: number | undefined;
}

const typesOf = ({ tokenTypeIdx = 0, categoryMatches = [] }: TokenType): readonly number[] => [
  tokenTypeIdx,
  ...categoryMatches,
];

/** Earlier alternatives win, as they do where the paths are tried one after another. */
function addPath(rows: (Row | undefined)[], [first, second]: readonly TokenType[], alternative: number): void {
  for (const type of first ? typesOf(first) : []) {
    const row = (rows[type] ??= { bySecond: [], otherwise: undefined });
    if (row.otherwise !== undefined) continue;
    if (!second) row.otherwise = alternative;
    else for (const next of typesOf(second)) row.bySecond[next] ??= alternative;
  }
}

function tableOf(alternatives: readonly LookaheadSequence[]): (reader: Reader) => number | undefined {
  const rows: (Row | undefined)[] = [];
  for (const [index, paths] of alternatives.entries()) for (const path of paths) addPath(rows, path, index);
  if (rows.every((row) => row === undefined || row.bySecond.length === 0)) {
    const byFirst = rows.map((row) => row?.otherwise);
    return (reader) => byFirst[reader.LA_FAST(1).tokenTypeIdx];
  }
  return (reader) => {
    const row = rows[reader.LA_FAST(1).tokenTypeIdx];
    if (row === undefined) return undefined;
    if (row.bySecond.length === 0) return row.otherwise;
    return row.bySecond[reader.LA_FAST(2).tokenTypeIdx] ?? row.otherwise;
  };
}

type AlternationOptions = Parameters<ILookaheadStrategy['buildLookaheadForAlternation']>[0];
type OptionalOptions = Parameters<ILookaheadStrategy['buildLookaheadForOptional']>[0];

/** Decides as the LL(k) strategy does, for k of one or two, but looks the tokens up instead of trying path after path. */
export class TableLookahead extends LLkLookaheadStrategy {
  override buildLookaheadForAlternation(
    options: AlternationOptions,
  ): ReturnType<ILookaheadStrategy['buildLookaheadForAlternation']> {
    const { prodOccurrence: occurrence, rule, maxLookahead } = options;
    const decide = tableOf(getLookaheadPaths({ occurrence, rule, prodType: 'Alternation', maxLookahead }));
    return function (this: Reader) {
      return decide(this);
    };
  }

  override buildLookaheadForOptional(
    options: OptionalOptions,
  ): ReturnType<ILookaheadStrategy['buildLookaheadForOptional']> {
    const { prodOccurrence: occurrence, prodType, rule, maxLookahead } = options;
    const [inside = []] = getLookaheadPaths({ occurrence, rule, prodType, maxLookahead });
    const decide = tableOf([inside]);
    return function (this: Reader) {
      return decide(this) === 0;
    };
  }
}
