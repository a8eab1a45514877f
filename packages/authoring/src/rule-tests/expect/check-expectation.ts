import type { Effect } from '@tamis/engine';
import type { Expectation } from '@tamis/lang';
import { fixtureValue, storedValue } from '../world/fixture-value.js';
import { evaluationEnvironment, listKey } from '@tamis/library';
import { testOrganization } from '../world/test-world.js';
import { checkOutcome } from './check-outcome.js';
import { appliedEffects, listOr, describeMissing, quoted, type Mismatch, type EvaluatedCase } from './case-result.js';

type ExpectationCheck<K extends Expectation['kind']> = (
  expectation: Extract<Expectation, { kind: K }>,
  run: EvaluatedCase,
) => Mismatch;

interface EffectText {
  readonly word: string;
  readonly text: string;
}

/** Checks whether there is an effect with this word and a text that contains the expected one. */
function checkEffectText(
  shown: readonly EffectText[],
  { word, containing }: { readonly word: string | null; readonly containing: string | null },
  none: string,
): Mismatch {
  const found = shown.some(
    (each) => (word === null || each.word === word) && (containing === null || each.text.includes(containing)),
  );
  if (found) return null;
  return listOr(
    shown.map(({ word: name, text }) => `${name} ${quoted(text)}`),
    none,
  );
}

const alerts = (run: EvaluatedCase): readonly EffectText[] =>
  appliedEffects(run, 'createAlert').map(({ severity, title }) => ({ word: severity, text: title }));

const expectedWords: {
  readonly [K in Extract<Expectation, { kind: 'expectWord' }>['subject']]: (run: EvaluatedCase) => readonly string[];
} = {
  decision: ({ outcome }) => [outcome.decision],
  label: ({ outcome }) => [outcome.riskLevel],
  suggestion: ({ outcome }) => (outcome.suggestion === null ? [] : [outcome.suggestion]),
  status: (run) => appliedEffects(run, 'setStatus').map(({ status }) => status),
};

/** Returns a value as a list effect carries it: as text. */
function valueText(
  expectation: Extract<Expectation, { kind: 'expectList' }>,
  { test, world }: EvaluatedCase,
): string | null {
  const environment = evaluationEnvironment({ now: world.now, ...testOrganization });
  const found = fixtureValue(expectation.value, test, environment);
  if (found.kind === 'entity') return world.entities.get(found.name) ?? null;
  if (found.kind === 'missing') return null;
  const stored = storedValue(found.value, found.type);
  return typeof stored === 'string' ? stored : String(stored);
}

const checks: { readonly [K in Expectation['kind']]: ExpectationCheck<K> } = {
  expectOutcome: ({ outcome }, run) => checkOutcome(outcome, run),
  expectScore: ({ score }, { outcome }) =>
    Number(score.text) === outcome.totalScore ? null : `score ${outcome.totalScore}`,
  expectWord: ({ subject, word }, run) => {
    const actual = expectedWords[subject](run);
    const none = subject === 'status' ? describeMissing(run, 'setStatus', 'none') : 'none';
    return actual.includes(word.text) ? null : `${subject} ${listOr(actual, none)}`;
  },
  expectNoAlert: (_expectation, run) => {
    const shown = alerts(run);
    return shown.length === 0
      ? null
      : `alert ${listOr(
          shown.map(({ word, text }) => `${word} ${quoted(text)}`),
          '',
        )}`;
  },
  expectAlert: ({ severity, containing }, run) =>
    checkEffectText(
      alerts(run),
      { word: severity?.text ?? null, containing: containing?.value ?? null },
      describeMissing(run, 'createAlert', 'no alert'),
    ),
  expectCase: ({ priority, containing }, run) =>
    checkEffectText(
      appliedEffects(run, 'openCase').map((effect) => ({ word: effect.priority, text: effect.name })),
      { word: priority?.text ?? null, containing: containing?.value ?? null },
      describeMissing(run, 'openCase', 'no case'),
    ),
  expectNotification: ({ channel, containing }, run) =>
    checkEffectText(
      appliedEffects(run, 'notify').map((effect) => ({ word: effect.channel, text: effect.message })),
      { word: channel.text, containing: containing?.value ?? null },
      describeMissing(run, 'notify', 'no notification'),
    ),
  expectAssignment: ({ to, id }, run) => {
    const all = appliedEffects(run, 'assign').map((effect) => effect.to);
    if (all.some((each) => each.type === to && each.id === id.value)) return null;
    return listOr(
      all.map((each) => `assigned to ${each.type} ${quoted(each.id)}`),
      describeMissing(run, 'assign', 'nobody is assigned'),
    );
  },
  expectAutomation: ({ automation }, run) => {
    const ids = appliedEffects(run, 'runAutomation').map(({ automationId }) => automationId);
    return ids.includes(automation.value)
      ? null
      : listOr(ids.map(quoted), describeMissing(run, 'runAutomation', 'no automation'));
  },
  expectKey: ({ key }, run) => {
    const keys = appliedEffects(run, 'setKey').map((effect) => effect.key);
    return keys.includes(key.value)
      ? null
      : listOr(
          keys.map((each) => `key ${quoted(each)}`),
          describeMissing(run, 'setKey', 'no key'),
        );
  },
  expectList: (expectation, run) => {
    const id = run.lists.get(expectation.list.text)?.id;
    const expected = valueText(expectation, run);
    const added = appliedEffects(run, 'addToList');
    const gains = added.filter((effect) => !isListed(effect, run));
    const [listed] = added.filter((effect) => isListed(effect, run));
    if (gains.some((effect) => effect.listId === id && effect.value === expected)) return null;
    return listOr(
      gains.map((effect) => `${aliasOf(effect, run)} gains ${quoted(effect.value ?? '')}`),
      listed
        ? `${aliasOf(listed, run)} has ${quoted(listed.value ?? '')} already`
        : describeMissing(run, 'addToList', 'no list gains anything'),
    );
  },
};

/** Whether the list already contains the value, in any spelling, and so does not gain it. Rules add only to lists of type `custom`. */
function isListed({ listId, value }: Extract<Effect, { kind: 'addToList' }>, { world }: EvaluatedCase): boolean {
  const key = listKey('custom', value ?? '');
  return (world.listItems.get(listId) ?? []).some(({ primaryValue }) => listKey('custom', primaryValue) === key);
}

function aliasOf({ listId }: Extract<Effect, { kind: 'addToList' }>, { lists }: EvaluatedCase): string {
  return [...lists].find(([, { id }]) => id === listId)?.[0] ?? listId;
}

/** Checks an expectation. Returns `null` if it is met, otherwise the actual result. */
export function checkExpectation(expectation: Expectation, run: EvaluatedCase): Mismatch {
  // The table has the function for exactly this kind, but the compiler cannot match the two by itself.
  const check = checks[expectation.kind] as (expectation: Expectation, run: EvaluatedCase) => Mismatch;
  return check(expectation, run);
}
