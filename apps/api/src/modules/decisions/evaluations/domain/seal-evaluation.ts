import type { Effect } from '@tamis/engine';

import {
  type AccountNumberCipher,
  accountNumbersIn,
  maskAccountNumber,
  mayHoldTokens,
} from '../../../../platform/secrets/index.js';
import type { StorableEvaluationResult } from './evaluation-report.js';

/** JSON texts of a run, and the effects in its outcome. */
interface ReadTexts {
  readonly context: string;
  readonly facts: string;
  readonly outcome: string;
  readonly effects: readonly Effect[];
}

/** Those that a run may have read. `gathered`: of the payments in its windows. Null: there is nothing to seal. */
export function accountNumbersOf(
  { context, facts }: Pick<ReadTexts, 'context' | 'facts'>,
  gathered: Iterable<string>,
): readonly string[] | null {
  const known = [...new Set([...accountNumbersIn(context), ...gathered])];
  return known.length > 0 || mayHoldTokens(context) || mayHoldTokens(facts) ? known : null;
}

/** What is stored of a run that read these numbers. */
export function sealEvaluation(
  { context, facts, outcome, effects }: ReadTexts,
  numbers: AccountNumberCipher,
  known: readonly string[],
): Pick<StorableEvaluationResult, 'sealed' | 'effects'> {
  const seal = (json: string): string => numbers.sealNumbers('evaluations', json, known);
  return {
    sealed: { context: seal(context), facts: seal(facts), outcome: seal(outcome) },
    effects: effects.map((effect) => withoutNumbers(effect, known, numbers)),
  };
}

/** What an effect tells people is masked; alerts that fall together still do. An item of a list is what its rule means to keep. */
function withoutNumbers(effect: Effect, known: readonly string[], numbers: AccountNumberCipher): Effect {
  const masked = (text: string): string => replaceNumbers(text, known, maskAccountNumber);
  switch (effect.kind) {
    case 'createAlert': {
      const { title, dedupe } = effect;
      const token = (number: string): string => numbers.tokenOf('alerts.dedupe_key', number);
      const key = dedupe && { ...dedupe, value: replaceNumbers(dedupe.value, known, token) };
      return { ...effect, title: masked(title), dedupe: key };
    }
    case 'openCase':
      return { ...effect, name: masked(effect.name) };
    case 'notify':
      return { ...effect, message: masked(effect.message) };
    case 'setStatus':
    case 'addToList':
      return { ...effect, reason: effect.reason === null ? null : masked(effect.reason) };
    default:
      return effect;
  }
}

/** Shorter ones stand by chance in too many other texts. */
const minSearchedLength = 6;

/** The longest first: one may hold another. */
function replaceNumbers(text: string, known: readonly string[], by: (number: string) => string): string {
  if (known.includes(text)) return by(text);
  const found = known.filter(
    (number) => number.length >= minSearchedLength && /\d/.test(number) && text.includes(number),
  );
  return found
    .sort((a, b) => b.length - a.length)
    .reduce((replaced, number) => replaced.replaceAll(number, () => by(number)), text);
}
