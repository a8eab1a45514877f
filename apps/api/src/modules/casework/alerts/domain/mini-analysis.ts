import type { StoredAlert } from './stored-alert.js';

interface Condition {
  readonly field: string;
  readonly operator: string;
  readonly expectedValue?: unknown;
  readonly actualValue?: unknown;
  readonly outcome: string;
}

interface TriggerCondition {
  readonly ruleName?: string;
  readonly conditions?: readonly Condition[];
}

/** Maximum number of conditions described in full, and maximum characters of a value. */
const maxConditions = 4;
const maxCharacters = 60;

const operatorWords: Readonly<Record<string, string>> = {
  eq: 'exactly',
  gt: 'more than',
  gte: 'at least',
  in: 'one of',
  lt: 'less than',
  lte: 'at most',
  neq: 'other than',
};

/**
 * Describes in a few sentences what triggered an alert, from data stored with it; null for an alert raised without a rule. No language
 * model is used: the same alert always results in the same text.
 */
export function miniAnalysis(
  alert: Pick<StoredAlert, 'triggerCondition' | 'entity' | 'riskContribution' | 'duplicateCount' | 'lastSeenAt'>,
): string | null {
  if (alert.triggerCondition === null) return null;
  const { ruleName, conditions = [] } = JSON.parse(alert.triggerCondition) as TriggerCondition;
  if (ruleName === undefined) return null;
  const met = conditions.filter(({ outcome }) => outcome === 'true');
  const told = met.slice(0, maxConditions).map(conditionText);
  const rest = met.length - told.length;
  if (rest > 0) told.push(`and ${rest} more`);
  return [
    `${ruleName}${told.length > 0 ? `: ${told.join(', ')}` : ''}.`,
    ...subjectText(alert),
    ...(alert.duplicateCount > 0
      ? [`It was raised ${timesText(alert.duplicateCount)} more, last at ${alert.lastSeenAt.toISOString()}.`]
      : []),
  ].join(' ');
}

function conditionText({ field, operator, expectedValue, actualValue }: Condition): string {
  const name = field.replace(/^\$/, '');
  const found = `${name} is ${valueText(actualValue)}`;
  if (expectedValue === null || expectedValue === undefined) return found;
  return `${found} (${operatorWords[operator] ?? operator.replaceAll('_', ' ')} ${valueText(expectedValue)})`;
}

function valueText(value: unknown): string {
  const text = unwrappedText(value);
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text;
}

/** Money, durations and similar values are objects with one member. */
function unwrappedText(value: unknown): string {
  if (Array.isArray(value)) return value.map(unwrappedText).join(', ');
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value);
  const [[key, only] = ['', null]] = members;
  return members.length === 1 && key.startsWith('$') ? unwrappedText(only) : JSON.stringify(value);
}

function subjectText({
  entity,
  riskContribution,
}: Pick<StoredAlert, 'entity' | 'riskContribution'>): readonly string[] {
  const score = riskContribution === null || riskContribution === 0 ? null : `It counts ${riskContribution}`;
  if (!entity) return score === null ? [] : [`${score}.`];
  const who = `the ${entity.type} was ${entity.status.replaceAll('_', ' ')} with a risk score of ${entity.riskScore}`;
  return [score === null ? `${who.replace('the', 'The')}.` : `${score}; ${who}.`];
}

const timesText = (count: number): string => (count === 1 ? 'once' : `${count} times`);
