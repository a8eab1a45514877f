import type { Action } from '../ast/action.js';
import { e0911 } from '../diagnostics/codes/e0911.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { PathScope } from '../paths/path-scope.js';
import { decodeAction } from './decode-action.js';
import { DecodeContext, inside, positionAt, type DecodePosition } from './decode-context.js';
import type { AllowedWords } from './allowed-words.js';
import { limits } from '../limits.js';

export function decodeActionList(
  json: unknown,
  place: DecodePosition,
  context: DecodeContext,
  words?: AllowedWords,
): readonly Action[] | null {
  const items = context.items(json, place, 'actions', limits.actionsPerRule, e0911);
  const actions = items?.map((item, index) => decodeAction(item, inside(place, index), context, words)) ?? [null];
  if (!actions.every((action) => action !== null)) return null;
  const flat = actions.flat();
  if (flat.length <= limits.actionsPerRule) return flat;
  return context.report(
    e0911,
    place,
    `${flat.length} actions, every key counted, at most ${limits.actionsPerRule} are allowed`,
  );
}

export interface DecodedActions {
  /** `null` if and only if there are errors. */
  readonly actions: readonly Action[] | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Decodes the actions of a rule. Never throws, regardless of the JSON. Diagnostics have a path that begins with `actions`. */
export function decodeActions(json: unknown, scope: PathScope, words?: AllowedWords): DecodedActions {
  const context = new DecodeContext(words);
  const actions = decodeActionList(json, positionAt('actions', scope), context, words);
  return { actions: context.diagnostics.length > 0 ? null : actions, diagnostics: context.diagnostics };
}
