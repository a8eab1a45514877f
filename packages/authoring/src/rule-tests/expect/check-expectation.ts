import type { Effect } from '@tamis/engine';
import type { Expectation } from '@tamis/lang';
import { fixtureValue, storedValue } from '../world/fixture-value.js';
import { environmentOf } from '@tamis/library';
import { testOrganization } from '../world/test-world.js';
import { checkOutcome } from './check-outcome.js';
import { appliedEffects, listed, noneOf, quoted, type Got, type RunCase } from './verdict.js';

type Check<K extends Expectation['kind']> = (expectation: Extract<Expectation, { kind: K }>, run: RunCase) => Got;

interface Shown {
  readonly word: string;
  readonly text: string;
}

/** Is there one with this word and a text that contains this one? */
function checkShown(
  shown: readonly Shown[],
  { word, containing }: { readonly word: string | null; readonly containing: string | null },
  none: string,
): Got {
  const found = shown.some(
    (each) => (word === null || each.word === word) && (containing === null || each.text.includes(containing)),
  );
  if (found) return null;
  return listed(
    shown.map(({ word: name, text }) => `${name} ${quoted(text)}`),
    none,
  );
}

const alerts = (run: RunCase): readonly Shown[] =>
  appliedEffects(run, 'createAlert').map(({ severity, title }) => ({ word: severity, text: title }));

const expectedWords: {
  readonly [K in Extract<Expectation, { kind: 'expectWord' }>['subject']]: (run: RunCase) => readonly string[];
} = {
  decision: ({ outcome }) => [outcome.decision],
  label: ({ outcome }) => [outcome.riskLevel],
  suggestion: ({ outcome }) => (outcome.suggestion === null ? [] : [outcome.suggestion]),
  status: (run) => appliedEffects(run, 'setStatus').map(({ status }) => status),
};

/** A value as a list effect carries it: as text. */
function valueText(expectation: Extract<Expectation, { kind: 'expectList' }>, { test, world }: RunCase): string | null {
  const environment = environmentOf({ now: world.now, ...testOrganization });
  const found = fixtureValue(expectation.value, test, environment);
  if (found.kind === 'entity') return world.entities.get(found.name) ?? null;
  if (found.kind === 'missing') return null;
  const stored = storedValue(found.value, found.type);
  return typeof stored === 'string' ? stored : String(stored);
}

const checks: { readonly [K in Expectation['kind']]: Check<K> } = {
  expectOutcome: ({ outcome }, run) => checkOutcome(outcome, run),
  expectScore: ({ score }, { outcome }) =>
    Number(score.text) === outcome.totalScore ? null : `score ${outcome.totalScore}`,
  expectWord: ({ subject, word }, run) => {
    const actual = expectedWords[subject](run);
    const none = subject === 'status' ? noneOf(run, 'setStatus', 'none') : 'none';
    return actual.includes(word.text) ? null : `${subject} ${listed(actual, none)}`;
  },
  expectNoAlert: (_expectation, run) => {
    const shown = alerts(run);
    return shown.length === 0
      ? null
      : `alert ${listed(
          shown.map(({ word, text }) => `${word} ${quoted(text)}`),
          '',
        )}`;
  },
  expectAlert: ({ severity, containing }, run) =>
    checkShown(
      alerts(run),
      { word: severity?.text ?? null, containing: containing?.value ?? null },
      noneOf(run, 'createAlert', 'no alert'),
    ),
  expectCase: ({ priority, containing }, run) =>
    checkShown(
      appliedEffects(run, 'openCase').map((effect) => ({ word: effect.priority, text: effect.name })),
      { word: priority?.text ?? null, containing: containing?.value ?? null },
      noneOf(run, 'openCase', 'no case'),
    ),
  expectNotification: ({ channel, containing }, run) =>
    checkShown(
      appliedEffects(run, 'notify').map((effect) => ({ word: effect.channel, text: effect.message })),
      { word: channel.text, containing: containing?.value ?? null },
      noneOf(run, 'notify', 'no notification'),
    ),
  expectAssignment: ({ to, id }, run) => {
    const all = appliedEffects(run, 'assign').map((effect) => effect.to);
    if (all.some((each) => each.type === to && each.id === id.value)) return null;
    return listed(
      all.map((each) => `assigned to ${each.type} ${quoted(each.id)}`),
      noneOf(run, 'assign', 'nobody is assigned'),
    );
  },
  expectAutomation: ({ automation }, run) => {
    const ids = appliedEffects(run, 'runAutomation').map(({ automationId }) => automationId);
    return ids.includes(automation.value)
      ? null
      : listed(ids.map(quoted), noneOf(run, 'runAutomation', 'no automation'));
  },
  expectKey: ({ key }, run) => {
    const keys = appliedEffects(run, 'setKey').map((effect) => effect.key);
    return keys.includes(key.value)
      ? null
      : listed(
          keys.map((each) => `key ${quoted(each)}`),
          noneOf(run, 'setKey', 'no key'),
        );
  },
  expectList: (expectation, run) => {
    const id = run.lists.get(expectation.list.text)?.id;
    const expected = valueText(expectation, run);
    const gains = appliedEffects(run, 'addToList');
    if (gains.some((effect) => effect.listId === id && effect.value === expected)) return null;
    return listed(
      gains.map((effect) => `${aliasOf(effect, run)} gains ${quoted(effect.value ?? '')}`),
      noneOf(run, 'addToList', 'no list gains anything'),
    );
  },
};

function aliasOf({ listId }: Extract<Effect, { kind: 'addToList' }>, { lists }: RunCase): string {
  return [...lists].find(([, { id }]) => id === listId)?.[0] ?? listId;
}

/** Is the expectation met? Null, or what came instead. */
export function checkExpectation(expectation: Expectation, run: RunCase): Got {
  // The table has the function for exactly this kind; the compiler cannot pair the two by itself.
  const check = checks[expectation.kind] as (expectation: Expectation, run: RunCase) => Got;
  return check(expectation, run);
}
