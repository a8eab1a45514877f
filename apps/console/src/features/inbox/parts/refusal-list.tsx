import { useText } from '../../../i18n/reader.js';
import { Actions, Button, Notice } from '../../../ui/index.js';
import type { WorkRow } from '../model/work-row.js';
import type { Refused } from './use-alert-work.js';

interface RefusalListProps {
  readonly refused: readonly Refused[];
  readonly rows: readonly { readonly row: WorkRow }[];
  readonly onClose: () => void;
}

const shown = 10;

/** Shows the alerts that were not changed, each with the reason. */
export function RefusalList({ refused, rows, onClose }: RefusalListProps) {
  const text = useText();
  if (refused.length === 0) return null;
  const titles = new Map(rows.map(({ row }) => [row.id, row.title]));
  const reasons: Readonly<Record<string, string>> = text.inbox.refusals;
  return (
    <Notice kind="warning">
      <strong>{text.inbox.refused(refused.length)}</strong>
      <ul>
        {refused.slice(0, shown).map(({ alertId, code }) => (
          <li key={alertId} data-refused={alertId}>
            {titles.get(alertId) ?? alertId.slice(0, 8)}: {reasons[code] ?? text.inbox.otherRefusal}
          </li>
        ))}
      </ul>
      <Actions>
        <Button onClick={onClose}>{text.shell.close}</Button>
      </Actions>
    </Notice>
  );
}
