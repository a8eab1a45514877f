import { useAdminText } from '../../../i18n/admin.js';
import screen from '../../../shell/screen.module.css';
import { Time } from '../../../shell/time.js';
import { Button, FailureNotice } from '../../../ui/index.js';
import type { ListItem } from '../reads.js';
import { useRemoveItem } from './use-item-work.js';

interface ItemTableProps {
  readonly listId: string;
  readonly items: readonly ListItem[];
  /** The reason why no items can be removed. */
  readonly refusal: string | null;
}

export function ItemTable({ listId, items, refusal }: ItemTableProps) {
  const text = useAdminText().lists;
  const remove = useRemoveItem(listId);
  const addedBy = ({ addedBy: { type, ruleVersion } }: ListItem): string =>
    ruleVersion === undefined ? text.adders[type] : text.byRule(ruleVersion);
  return (
    <>
      {remove.error && <FailureNotice error={remove.error} />}
      <div className={screen['wide']}>
        <table>
          <thead>
            <tr>
              {[text.value, text.category, text.severity, text.reason, text.addedBy, text.addedAt, text.expires].map(
                (column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ),
              )}
              <th scope="col">{text.actions}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.id} data-item={item.primaryValue}>
                <td>
                  <span data-row tabIndex={-1}>
                    {item.primaryValue}
                  </span>{' '}
                  {item.secondaryValue !== null && <span className={screen['soft']}>{item.secondaryValue}</span>}{' '}
                  {!item.isActive && `(${text.statuses.inactive})`}
                </td>
                <td>{item.category}</td>
                <td>{item.severity && text.severities[item.severity]}</td>
                <td>{item.reason}</td>
                <td>{addedBy(item)}</td>
                <td>
                  <Time at={item.createdAt} />
                </td>
                <td>{item.expiresAt !== null && <Time at={item.expiresAt} />}</td>
                <td>
                  {refusal === null && (
                    <Button
                      look="quiet"
                      aria-label={text.removeWhat(item.primaryValue)}
                      disabled={remove.isPending}
                      onClick={() => remove.mutate(item)}
                    >
                      {text.remove}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
