import { useText } from '../../../i18n/reader.js';
import { Badge } from '../../../ui/index.js';
import type { Decision } from '../model/transactions-search.js';

/** The sign and tone of each decision, shown next to its word. */
const decisionSigns: Readonly<
  Record<Decision, { readonly sign: string; readonly tone: 'plain' | 'good' | 'warning' | 'error' }>
> = {
  APPROVE: { sign: '✓', tone: 'good' },
  REVIEW_REQUIRED: { sign: '◔', tone: 'warning' },
  HOLD: { sign: '‖', tone: 'warning' },
  REJECT: { sign: '✗', tone: 'error' },
};

export function DecisionBadge({ decision }: { readonly decision: Decision | null }) {
  const text = useText().transactions.decisions;
  if (decision === null) return <Badge sign="·">{text.none}</Badge>;
  return <Badge {...decisionSigns[decision]}>{text[decision]}</Badge>;
}
