import { pathNode, type PathNode } from '../ast/path-node.js';
import { e0101 } from '../diagnostics/codes/e0101.js';
import { e0111 } from '../diagnostics/codes/e0111.js';
import { e0201 } from '../diagnostics/codes/e0201.js';
import { e0209 } from '../diagnostics/codes/e0209.js';
import { e0914 } from '../diagnostics/codes/e0914.js';
import { formatPath, isIdentifier, parsePath } from '../paths/path-syntax.js';
import { toTextPath } from '../paths/to-text-path.js';
import { translatePath } from '../paths/translate-path.js';
import { truncate, type DecodeContext, type DecodePosition } from './decode-context.js';
import { limits } from '../limits.js';
import { isReservedWord } from './reserved-words.js';

/** Maximum characters of a path with the most and longest steps, each in quotes and with every character escaped by a backslash. */
export const maxPathLength = limits.pathSteps * (2 * limits.keyStepCodePoints + '[""]'.length);

/** Returns why a path has too many or too long steps, or `null` if it does not. */
export function pathSizeProblem(steps: readonly string[]): string | null {
  if (steps.length > limits.pathSteps)
    return `a path of ${String(steps.length)} steps, at most ${String(limits.pathSteps)} are allowed`;
  return steps.some((step) => [...step].length > limits.keyStepCodePoints)
    ? `a key has at most ${String(limits.keyStepCodePoints)} characters`
    : null;
}

/** Returns a suggestion with the stored spelling that corresponds to a word of the text, if the given spelling has none. */
function storedSpelling(json: string, place: DecodePosition): string | undefined {
  const text = translatePath(parsePath(json) ?? [], 'json', place.scope);
  const back = text === null ? null : translatePath(text, 'text', place.scope);
  return back === null || back.length === 0 ? undefined : `did you mean \`${formatPath(back)}\`?`;
}

function fitting(steps: readonly string[], place: DecodePosition, context: DecodeContext): PathNode | null {
  const problem = pathSizeProblem(steps);
  if (problem !== null) return context.report(e0914, place, problem);
  const [first] = steps;
  if (first === undefined || !isIdentifier(first)) return context.report(e0101, place, 'a path begins with a name');
  return isReservedWord(first) ? reservedName(first, place, context) : pathNode(steps);
}

const reservedName = (text: string, place: DecodePosition, context: DecodeContext): null =>
  context.report(e0111, place, `\`${text}\` is a word of the language and cannot be a name`);

/** Decodes a JSON path, or `$name`. */
export function decodePath(json: unknown, place: DecodePosition, context: DecodeContext): PathNode | null {
  const written = context.text(json, place, 'a path', maxPathLength);
  if (written === null) return null;
  if (/\[\d*\]/.test(written)) return context.report(e0209, place, `\`${truncate(written)}\` goes through a list`);
  const steps = toTextPath(written, place.scope);
  if (steps !== null) return fitting(steps, place, context);
  if (written === '' || parsePath(written) === null)
    return context.report(e0101, place, `\`${truncate(written)}\` is not a path`);
  return context.report(e0201, place, `\`${truncate(written)}\` is not a field`, storedSpelling(written, place));
}

/** Decodes a path in text form, as used in links and targets. */
export function decodeTextPath(json: unknown, place: DecodePosition, context: DecodeContext): PathNode | null {
  const written = context.text(json, place, 'a path', maxPathLength);
  const steps = written === null ? null : parsePath(written);
  if (written !== null && steps === null) return context.report(e0101, place, `\`${truncate(written)}\` is not a path`);
  return steps === null ? null : fitting(steps, place, context);
}

/** Decodes a declared name as a path with one step. */
export function decodeName(json: unknown, place: DecodePosition, context: DecodeContext): PathNode | null {
  const name = decodeIdentifier(json, place, 'a name', context);
  return name === null ? null : pathNode([name]);
}

export function decodeIdentifier(
  json: unknown,
  place: DecodePosition,
  what: string,
  context: DecodeContext,
): string | null {
  if (typeof json !== 'string') return context.wrongShape(place, what, json);
  if (json.length > limits.nameCodePoints)
    return context.report(e0914, place, `${what} is longer than ${limits.nameCodePoints} characters`);
  if (isReservedWord(json)) return reservedName(json, place, context);
  return isIdentifier(json) ? json : context.wrongShape(place, what, json);
}
