import type { AdminMessages } from '../../../i18n/en/admin/index.js';
import type { Messages } from '../../../i18n/en/index.js';
import type { Alert } from './work-row.js';

interface Condition {
  readonly field: string;
  readonly operator: string;
  readonly expectedValue?: unknown;
  readonly actualValue?: unknown;
  readonly outcome: string;
}

interface Party {
  readonly type?: string;
  readonly status?: string;
  readonly riskScore?: number;
}

type Told = Pick<Alert, 'triggerCondition' | 'entity' | 'riskContribution' | 'duplicateCount' | 'lastSeenAt'>;

interface Words {
  readonly analysis: AdminMessages['analysis'];
  readonly parties: Pick<Messages['parties'], 'types' | 'statuses'>;
  readonly time: (iso: string) => string;
}

const mostConditions = 4;
const mostCharacters = 60;

/** Why an alert was raised, in sentences of the reader's language; `null` if it was created without a rule. */
export function alertAnalysis(alert: Told, words: Words): string | null {
  const { ruleName, conditions = [] } = (alert.triggerCondition ?? {}) as {
    readonly ruleName?: string;
    readonly conditions?: readonly Condition[];
  };
  if (ruleName === undefined) return null;
  const { analysis } = words;
  const met = conditions.filter(({ outcome }) => outcome === 'true');
  const told = met.slice(0, mostConditions).map((each) => conditionText(each, analysis));
  if (met.length > mostConditions) told.push(analysis.more(met.length - mostConditions));
  const sentences = [`${ruleName}${told.length > 0 ? `: ${told.join(', ')}` : ''}.`];
  if (alert.riskContribution) sentences.push(analysis.counts(String(alert.riskContribution)));
  const party = partyText(alert.entity, words);
  if (party !== null) sentences.push(party);
  if (alert.duplicateCount > 0) sentences.push(analysis.again(alert.duplicateCount, words.time(alert.lastSeenAt)));
  return sentences.join(' ');
}

function partyText(party: Party | null, { analysis, parties }: Words): string | null {
  if (party?.type === undefined || party.status === undefined) return null;
  const types: Readonly<Record<string, string>> = parties.types;
  const statuses: Readonly<Record<string, string>> = parties.statuses;
  const { type, status } = party;
  return analysis.party(types[type] ?? type, statuses[status] ?? status, String(party.riskScore ?? 0));
}

function conditionText(condition: Condition, words: Words['analysis']): string {
  const { field, operator, expectedValue, actualValue } = condition;
  const found = words.is(field.replace(/^\$/, ''), valueText(actualValue, words));
  if (expectedValue === null || expectedValue === undefined) return found;
  const how = words.operators[operator] ?? operator.replaceAll('_', ' ');
  return `${found} (${how} ${valueText(expectedValue, words)})`;
}

function valueText(value: unknown, words: Words['analysis']): string {
  const text = unwrappedText(value, words);
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text;
}

/** Money, durations and similar values are objects with one member. */
function unwrappedText(value: unknown, words: Words['analysis']): string {
  if (Array.isArray(value)) return value.map((each) => unwrappedText(each, words)).join(', ');
  if (value === null || value === undefined) return words.nothing;
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  const [[key, only] = ['', null], ...more] = Object.entries(value);
  return more.length === 0 && key.startsWith('$') ? unwrappedText(only, words) : JSON.stringify(value);
}
