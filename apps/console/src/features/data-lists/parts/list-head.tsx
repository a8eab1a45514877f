import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useApi, usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useUndo } from '../../../shell/undo.js';
import { Actions, Badge, Button, FailureNotice, inputClass } from '../../../ui/index.js';
import { Head, useRefused } from '../../admin/index.js';
import { type DataList, usageQuery, useListsChanged } from '../reads.js';

interface ListHeadProps {
  readonly list: DataList;
  readonly revision: number;
  readonly onTravel: (revision: number) => void;
}

/** Shows the list, its uses, and the navigation through its revisions. */
export function ListHead({ list, revision, onTravel }: ListHeadProps) {
  const text = useAdminText().lists;
  const newest = list.revision ?? 0;
  const switching = useSwitch(list);
  const refused = useRefused()('data_lists:edit');
  const isOn = list.status === 'active';
  return (
    <>
      <Head title={list.name} tells={list.description ?? text.types[list.type]}>
        <Actions>
          <Badge sign={isOn ? '●' : '○'}>{text.statuses[list.status]}</Badge>
          {list.status !== 'archived' && (
            <Button
              refused={list.readOnly ? text.ofParentTells : refused}
              disabled={switching.isPending}
              onClick={() => switching.mutate(isOn ? 'inactive' : 'active')}
            >
              {isOn ? text.switchOff : text.switchOn}
            </Button>
          )}
        </Actions>
      </Head>
      {switching.error && <FailureNotice error={switching.error} />}
      <div className={screen['filters']}>
        <Button repeats aria-label={text.earlier} disabled={revision <= 0} onClick={() => onTravel(revision - 1)}>
          ◀ <kbd>[</kbd>
        </Button>
        <label>
          {text.revision}{' '}
          <input
            className={inputClass}
            type="number"
            min={0}
            max={newest}
            value={revision}
            onChange={(event) => event.target.value !== '' && onTravel(Math.trunc(Number(event.target.value)))}
          />{' '}
          {text.ofRevisions(newest)}
        </label>
        <Button repeats aria-label={text.later} disabled={revision >= newest} onClick={() => onTravel(revision + 1)}>
          ▶ <kbd>]</kbd>
        </Button>
        <UsedBy listId={list.id} />
      </div>
    </>
  );
}

function UsedBy({ listId }: { readonly listId: string }) {
  const text = useAdminText().lists;
  const { organizationId, permissions } = usePlace();
  const { data } = useQuery(usageQuery(organizationId, listId));
  if (!data) return null;
  const rules = (name: string, users: typeof data.readBy) =>
    users.length > 0 && (
      <span>
        {name}{' '}
        {users.map(({ ruleId, key }, index) => (
          <span key={ruleId}>
            {index > 0 && ', '}
            {permissions.includes('rules:read') ? (
              <Link to="/$organizationId/rules/$ruleId" params={{ organizationId, ruleId }}>
                {key}
              </Link>
            ) : (
              key
            )}
          </span>
        ))}
      </span>
    );
  const isUnused = data.readBy.length + data.writtenBy.length + data.automations.length === 0;
  return (
    <>
      {isUnused && <span className={screen['soft']}>{text.unused}</span>}
      {rules(text.readBy, data.readBy)}
      {rules(text.writtenBy, data.writtenBy)}
      {data.automations.length > 0 && (
        <span>
          {text.automations} {data.automations.map(({ name }) => name).join(', ')}
        </span>
      )}
      <span className={screen['soft']}>{text.matches(data.matches30d)}</span>
    </>
  );
}

function useSwitch(list: DataList) {
  const { organizationId, api } = useApi();
  const text = useAdminText().lists;
  const changed = useListsChanged(organizationId);
  const { did } = useUndo();
  const put = async (status: 'active' | 'inactive'): Promise<string> => {
    await answerOf(api.PATCH('/data-lists/{id}/status', { params: { path: { id: list.id } }, body: { status } }));
    await changed();
    return `${list.name}: ${text.statuses[status]}`;
  };
  return useMutation({
    mutationFn: put,
    onSuccess: (told, status) => did(told, () => put(status === 'active' ? 'inactive' : 'active')),
  });
}
