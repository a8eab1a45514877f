import { defaultParserErrorProvider, type IParserConfig, type IParserErrorMessageProvider } from 'chevrotain';
import { DeclarationRules } from './declaration-rules.js';
import { TableLookahead } from './table-lookahead.js';

/**
 * Messages for people are composed from the position and the tokens, never from the parser's own text. The token that the parser expected
 * is not available anywhere else, so its name is passed in the message.
 */
const expectedTokenAsMessage: IParserErrorMessageProvider = {
  ...defaultParserErrorProvider,
  buildMismatchTokenMessage: ({ expected }) => expected.name,
  buildNoViableAltMessage: () => '',
  buildEarlyExitMessage: () => '',
  buildNotAllInputParsedMessage: () => '',
};

/** The whole language: LL(2), without gates, backtracking or ignored ambiguities. */
export class RulesParser extends DeclarationRules {
  constructor(config: Pick<IParserConfig, 'maxLookahead' | 'recoveryEnabled' | 'skipValidations'> = {}) {
    const { maxLookahead = 2 } = config;
    super({
      maxLookahead,
      lookaheadStrategy: new TableLookahead({ maxLookahead }),
      recoveryEnabled: true,
      nodeLocationTracking: 'onlyOffset',
      errorMessageProvider: expectedTokenAsMessage,
      ...config,
    });
    this.performSelfAnalysis();
  }
}
