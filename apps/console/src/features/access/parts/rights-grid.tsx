import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import { FailureNotice, Loading } from '../../../ui/index.js';
import { adminClasses } from '../../admin/index.js';
import { nextBox, rowsBy } from '../model/rights.js';
import { type Right, rightsQuery } from '../reads.js';

interface RightsGridProps {
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
  readonly isReadOnly?: boolean;
}

/** All permissions, with one row per subject. Arrow keys move from box to box. Users cannot grant permissions that they lack. */
export function RightsGrid({ chosen, onChange, isReadOnly = false }: RightsGridProps) {
  const text = useAdminText().access;
  const { loading } = useText().shell;
  const { organizationId, permissions: own } = usePlace();
  const { data, error, refetch } = useQuery(rightsQuery(organizationId));
  if (error && !data) return <FailureNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading>{loading}</Loading>;
  const rows = rowsBy(data, ({ resource }) => resource);
  const toggle = (name: Right, isChosen: boolean): void => {
    const changed = new Set(chosen);
    if (isChosen) changed.add(name);
    else changed.delete(name);
    onChange(changed);
  };
  return (
    <div
      className={adminClasses['rights']}
      role="group"
      aria-label={text.rights}
      onKeyDown={moveByArrows}
      // If no box can have the focus, arrow keys scroll the grid.
      {...(isReadOnly && { tabIndex: 0 })}
    >
      <table>
        <tbody>
          {rows.map(([resource, rights], row) => (
            <tr key={resource}>
              <th scope="row">
                <code>{resource}</code>
              </th>
              <td>
                {rights.map(({ name, action, description }, column) => (
                  <label key={name} title={description} lang="en">
                    <input
                      type="checkbox"
                      aria-label={name}
                      data-cell={`${row} ${column}`}
                      checked={chosen.has(name)}
                      disabled={isReadOnly || (!own.includes(name) && !chosen.has(name))}
                      onChange={(event) => toggle(name, event.target.checked)}
                    />
                    <code>{action}</code>
                  </label>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('[data-cell]:not(:disabled)')];
  const cells = boxes.map((box) => (box.dataset['cell'] ?? '').split(' ').map(Number) as [number, number]);
  const at = boxes.findIndex((box) => box === event.target);
  const next = nextBox(cells, at, event.key);
  if (next === null) return;
  event.preventDefault();
  boxes[next]?.focus();
}
