import { ruleTarget, type RuleTarget } from '../ast/rule-target.js';
import { word } from '../ast/word.js';
import { e0104 } from '../diagnostics/codes/e0104.js';
import { e0213 } from '../diagnostics/codes/e0213.js';
import { e0913 } from '../diagnostics/codes/e0913.js';
import { inside, member, type DecodeContext, type JsonRecord, type DecodePosition } from './decode-context.js';
import { targetWords, type TargetWords } from './target-words.js';

const maxTriggers = 50;

function decodeTargets(json: unknown, place: DecodePosition, context: DecodeContext): readonly TargetWords[] | null {
  const items = context.items(json, place, 'targets', targetWords.length, e0913);
  if (items === null) return null;
  if (items.length === 0) return context.report(e0104, place, 'a rule has at least one target');
  const targets = items.map((item, index) => {
    const at = inside(place, index);
    if (typeof item !== 'string') return context.wrongShape(at, 'a target', item);
    return (
      targetWords.find((target) => target.json === item) ??
      context.word(
        at,
        'target',
        item,
        targetWords.map((target) => target.json),
      )
    );
  });
  if (!targets.every((target) => target !== null)) return null;
  const [first, ...rest] = targets;
  const other = rest.find((target) => target.paths !== first?.paths);
  if (other === undefined) return targets;
  return context.report(
    e0213,
    place,
    `\`${first?.json ?? ''}\` and \`${other.json}\` cannot be combined`,
    'their fields differ: write two rules',
  );
}

/** Returns the word of a trigger, given its platform name or its name in text. */
function triggerWord(name: string, targets: readonly TargetWords[]): string | null {
  for (const { triggers } of targets)
    for (const [text, stored] of triggers) if (stored === name || text === name) return text;
  return null;
}

function decodeTriggers(
  json: unknown,
  targets: readonly TargetWords[],
  place: DecodePosition,
  context: DecodeContext,
): readonly string[] | null {
  const items = context.items(json ?? [], place, 'triggers', maxTriggers, e0913);
  const words = items?.map((item, index) => {
    const at = inside(place, index);
    if (typeof item !== 'string') return context.wrongShape(at, 'a trigger', item);
    const stored = targets.flatMap(({ triggers }) => [...triggers.values()]);
    return triggerWord(item, targets) ?? context.word(at, 'trigger of this target', item, new Set(stored));
  }) ?? [null];
  return words.every((each) => each !== null) ? [...new Set(words)] : null;
}

/** Decodes `targetEntityTypes` and `triggers`. */
export function decodeTarget(record: JsonRecord, place: DecodePosition, context: DecodeContext): RuleTarget | null {
  const targets = decodeTargets(member(record, 'targetEntityTypes'), inside(place, 'targetEntityTypes'), context);
  if (targets === null) return null;
  const triggers = decodeTriggers(member(record, 'triggers'), targets, inside(place, 'triggers'), context);
  return (
    triggers &&
    ruleTarget(
      targets.map((target) => word(target.word)),
      triggers.map((trigger) => word(trigger)),
    )
  );
}
