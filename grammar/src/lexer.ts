import { Lexer } from 'chevrotain';
import { allTokens } from './tokens/index.js';

/** Offsets only: lines are counted once, by whoever shows them. */
export const lexer = new Lexer(allTokens, { positionTracking: 'onlyOffset', ensureOptimizations: true });
