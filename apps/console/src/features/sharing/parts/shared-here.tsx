import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Time } from '../../../shell/time.js';
import { Badge, Button, FailureNotice } from '../../../ui/index.js';
import { useRefused } from '../../admin/index.js';
import { sharedHereQuery, type SharedResource, switchPermissions, useSharedSwitch } from '../queries.js';

const needed = ['risk_matrices:read', 'data_lists:read', 'webhooks:read'];

/** Everything that the parent organization shares, with what is in use here; nothing where it shares nothing. */
export function SharedHere() {
  const text = useAdminText().sharing;
  const { organizationId, permissions } = usePlace();
  const mayRead = needed.some((each) => permissions.includes(each));
  const { data, error, refetch } = useQuery({ ...sharedHereQuery(organizationId), enabled: mayRead });
  const switching = useSharedSwitch();
  if (!error && (data?.length ?? 0) === 0) return null;
  return (
    <section aria-label={text.fromParent}>
      <h2>{text.fromParent}</h2>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {switching.error && <FailureNotice error={switching.error} />}
      {data && data.length > 0 && <SharedTable resources={data} switching={switching} />}
    </section>
  );
}

interface SharedTableProps {
  readonly resources: readonly SharedResource[];
  readonly switching: ReturnType<typeof useSharedSwitch>;
}

function SharedTable({ resources, switching }: SharedTableProps) {
  const text = useAdminText().sharing;
  const refused = useRefused();
  return (
    <div className={screen['wide']}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.what}</th>
            <th scope="col">{text.kind}</th>
            <th scope="col">{text.sharedAt}</th>
            <th scope="col">{text.state}</th>
            <th scope="col">{text.actions}</th>
          </tr>
        </thead>
        <tbody>
          {resources.map((resource) => {
            const { resourceType: kind, resourceId: id, name, sharedAt, sharedEnabled: isUsed } = resource;
            const label = isUsed ? text.stopUsing : text.use;
            return (
              <tr key={id} data-shared={name}>
                <td>
                  <ResourceLink {...resource} />
                </td>
                <td>{text.kindNames[kind]}</td>
                <td>
                  <Time at={sharedAt} />
                </td>
                <td>
                  <Badge sign={isUsed ? '●' : '○'} tone={isUsed ? 'good' : 'plain'}>
                    {isUsed ? text.used : text.notUsed}
                  </Badge>
                </td>
                <td>
                  <Button
                    refused={refused(switchPermissions[kind])}
                    disabled={switching.isPending}
                    aria-label={`${label}: ${name}`}
                    onClick={() => switching.mutate({ kind, id, name, isUsed: !isUsed })}
                  >
                    {label}
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function ResourceLink({ resourceType, resourceId: id, name }: SharedResource) {
  const { organizationId } = usePlace();
  if (resourceType === 'risk_matrix')
    return (
      <Link to="/$organizationId/settings/matrices/$matrixId" params={{ organizationId, matrixId: id }}>
        {name}
      </Link>
    );
  if (resourceType === 'data_list')
    return (
      <Link to="/$organizationId/lists/$listId" params={{ organizationId, listId: id }}>
        {name}
      </Link>
    );
  return (
    <Link to="/$organizationId/operate/webhooks/$webhookId" params={{ organizationId, webhookId: id }}>
      {name}
    </Link>
  );
}
