import type { components } from '@tamis/client';
import type { AdminMessages } from '../../../i18n/en/admin/index.js';
import type { Formats } from '../../../i18n/formats.js';

export type FieldRecord = Pick<components['schemas']['RuleFieldDto'], 'fillRate' | 'topValues' | 'quantiles' | 'type'>;

const mostValues = 5;
const quantileNames = ['p5', 'p50', 'p95', 'p99'] as const;

function shownValue(value: unknown, type: string, formats: Formats): string {
  if (typeof value === 'number') return formats.number(value);
  if (typeof value === 'string') return type === 'datetime' ? formats.time(value) : value;
  if (typeof value !== 'object' || value === null) return String(value);
  const [[tag, inner] = ['', '']] = Object.entries(value);
  const [amount = '', currency = ''] = String(inner).split(' ');
  return tag === '$money' ? formats.money(amount, currency) : String(inner);
}

/** Returns what the newest records have in a field, a line each. */
export function fieldFacts(field: FieldRecord, text: AdminMessages['ruleWords'], formats: Formats): readonly string[] {
  const { fillRate, topValues, quantiles, type } = field;
  if (fillRate == null) return [];
  const values = (topValues ?? [])
    .slice(0, mostValues)
    .map(({ value, share }) => `${shownValue(value, type, formats)}: ${formats.share(share)}`);
  const steps = quantiles
    ? quantileNames.map((name) => `${text.quantiles[name]} ${shownValue(quantiles[name], type, formats)}`)
    : [];
  return [`${text.inData} ${text.present(formats.share(fillRate))}`, ...values, ...steps];
}

const declarationStart = /^(?:param|const|define|list|matrix|calendar|rule)\b/;

/** Returns the declaration in a text of shared names that contains an offset. */
export function declarationAt(source: string, offset: number): string {
  const lines = source.split('\n');
  const line = source.slice(0, offset).split('\n').length - 1;
  const first = lines.findLastIndex((text, index) => index <= line && declarationStart.test(text));
  const next = lines.findIndex((text, index) => index > line && (declarationStart.test(text) || text.startsWith('//')));
  return lines
    .slice(Math.max(0, first), next === -1 ? undefined : next)
    .join('\n')
    .trim();
}
