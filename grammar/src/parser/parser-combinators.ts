import type { TokenType } from 'chevrotain';
import { punctuation } from '../tokens/index.js';
import type { Decision } from './lookahead-table.js';
import type { OpenNode } from './open-node.js';
import type { ParserState } from './parser-state.js';

/** Parses one part of a production into its node. Returns false at the first token that does not match. */
export type ParseStep = (run: ParserState, node: OpenNode) => boolean;

export function sequence(steps: readonly ParseStep[]): ParseStep {
  const [only] = steps;
  if (only && steps.length === 1) return only;
  return (run, node) => {
    for (const step of steps) if (!step(run, node)) return false;
    return true;
  };
}

export function terminal(type: TokenType, label = type.name): ParseStep {
  const { tokenTypeIdx = 0, categoryMatches = [], name } = type;
  const isPunctuation = punctuation.has(type);
  const fitting = [tokenTypeIdx, ...categoryMatches];
  const fits = new Uint8Array(Math.max(...fitting) + 1);
  for (const index of fitting) fits[index] = 1;
  return (run, node) => {
    const token = run.tokens[run.at];
    if (token === undefined || fits[token.tokenTypeIdx] !== 1) return run.mismatch(name);
    run.at++;
    if (!isPunctuation || run.isWhole) node.add(label, token);
    return true;
  };
}

export const alternation =
  (decide: Decision, alternatives: readonly ParseStep[]): ParseStep =>
  (run, node) => {
    const step = alternatives[decide(run)];
    return step === undefined ? run.mismatch(null) : step(run, node);
  };

export const option =
  (comes: Decision, step: ParseStep): ParseStep =>
  (run, node) =>
    comes(run) !== 0 || step(run, node);

export const many =
  (comes: Decision, step: ParseStep): ParseStep =>
  (run, node) => {
    while (comes(run) === 0) if (!step(run, node)) return false;
    return true;
  };

export function manySeparated(comes: Decision, step: ParseStep, separator: TokenType): ParseStep {
  const separates = terminal(separator);
  const others: ParseStep = (run, node) => {
    while (run.tokens[run.at]?.tokenType === separator) if (!separates(run, node) || !step(run, node)) return false;
    return true;
  };
  return (run, node) => comes(run) !== 0 || (step(run, node) && others(run, node));
}

/** `step` parses all repetitions. At least one is required. */
export const atLeastOne =
  (comes: Decision, step: ParseStep): ParseStep =>
  (run, node) =>
    comes(run) === 0 ? step(run, node) : run.mismatch(null);
