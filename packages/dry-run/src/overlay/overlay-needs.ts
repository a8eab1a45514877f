import type { CompiledRuleSet, SetRule } from '@tamis/engine';

/** The inputs of a rule set that its own rules change. */
export interface OverlayNeeds {
  /** The data lists, by id. */
  readonly lists: ReadonlySet<string>;
  /** The statuses and scores of entities. */
  readonly entities: boolean;
  /** The score, decision, flag and status of payments. */
  readonly transactions: boolean;
  /** Alerts. */
  readonly alerts: boolean;
}

const listsOfTypePattern = /\blists\s+of\s+type\b/;

const changesEntities = ({ checked, shadow }: SetRule): boolean =>
  checked.targets.some((target) => target === 'person' || target === 'company') ||
  (!shadow && checked.actions.some(({ kind }) => kind === 'setStatusAction'));

/** Whether a rule sets the status of the payment, as opposed to that of one of its parties. */
const setsOwnStatus = ({ checked, shadow }: SetRule): boolean =>
  !shadow &&
  checked.actions.some(
    (action) => action.kind === 'setStatusAction' && !['origin', 'destination'].includes(action.target?.steps[0] ?? ''),
  );

const customLists = ({ checked, shadow }: SetRule): readonly string[] =>
  shadow ? [] : [...checked.actionLists.values()].flatMap(({ id, type }) => (type === 'custom' ? [id] : []));

/** Derived from the rules alone: a set without needs is replayed without an overlay. */
export function overlayNeeds(set: CompiledRuleSet): OverlayNeeds {
  const { rules } = set;
  const { lists, windows, entities } = set.factNeeds();
  const says = (text: RegExp): boolean => rules.some(({ content }) => text.test(content.source));
  const changed = rules.flatMap(customLists);
  const read = new Set(lists.map(({ id }) => id));
  const readsEntities =
    entities.some(({ paths }) => paths.includes('status') || paths.includes('riskScore')) ||
    rules.some(({ checked }) => checked.targets.some((target) => target !== 'transaction'));
  const left = ['riskScore', 'decision', 'flagged', ...(rules.some(setsOwnStatus) ? ['status'] : [])];
  const readsPayments = windows.some(
    ({ source, columns }) => source === 'transactions' && columns.some((column) => left.includes(column)),
  );
  return {
    lists: new Set(says(listsOfTypePattern) ? changed : changed.filter((id) => read.has(id))),
    entities: readsEntities && rules.some(changesEntities),
    transactions: readsPayments || says(new RegExp(`\\btransaction\\.(${left.join('|')})\\b`)),
    alerts: windows.some(({ source }) => source === 'alerts'),
  };
}

/** Describes the inputs of a set that its own rules change, for people; empty if there are none. */
export const overlaidInputs = ({
  lists,
  entities,
  transactions: payments,
  alerts,
}: OverlayNeeds): readonly string[] => [
  ...(lists.size > 0 ? ['lists'] : []),
  ...(entities ? ['statuses and scores of entities'] : []),
  ...(payments ? ['decisions on earlier payments'] : []),
  ...(alerts ? ['alerts'] : []),
];

/** Whether the effects of rules on one record can change their results for another. */
export const needsOverlay = (needs: OverlayNeeds): boolean => overlaidInputs(needs).length > 0;
