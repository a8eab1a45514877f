import { LLkLookaheadStrategy, type ILookaheadStrategy } from 'chevrotain';
import { alternationTable, optionalTable, type Decision, type UpcomingTokens } from './lookahead-table.js';

type AlternationOptions = Parameters<ILookaheadStrategy['buildLookaheadForAlternation']>[0];
type OptionalOptions = Parameters<ILookaheadStrategy['buildLookaheadForOptional']>[0];

/** Created on first use, because most choices of the grammar never occur when the recovering parser is used. */
function lazy(make: () => Decision): Decision {
  let decision: Decision | null = null;
  return (upcoming) => (decision ??= make())(upcoming);
}

/** Decides like the LL(k) strategy for k of one or two, but with tables. */
export class TableLookahead extends LLkLookaheadStrategy {
  override buildLookaheadForAlternation({
    prodOccurrence: occurrence,
    rule,
    maxLookahead,
  }: AlternationOptions): ReturnType<ILookaheadStrategy['buildLookaheadForAlternation']> {
    const decide = lazy(() => alternationTable({ rule, occurrence, maxLookahead }));
    return function (this: UpcomingTokens) {
      const alternative = decide(this);
      return alternative < 0 ? undefined : alternative;
    };
  }

  override buildLookaheadForOptional({
    prodOccurrence: occurrence,
    prodType,
    rule,
    maxLookahead,
  }: OptionalOptions): ReturnType<ILookaheadStrategy['buildLookaheadForOptional']> {
    const decide = lazy(() => optionalTable({ rule, occurrence, maxLookahead }, prodType));
    return function (this: UpcomingTokens) {
      return decide(this) === 0;
    };
  }
}
