import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { childrenQuery } from '../../../data/children.js';
import { useAdminText } from '../../../i18n/admin.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { ToldTime } from '../../../shell/time.js';
import { Badge, Button, FailureNotice } from '../../../ui/index.js';
import { adminClasses, useRefused } from '../../admin/index.js';
import { type ChildShare, shareQuery, type Shareable, sharePermissions } from '../queries.js';
import { ShareDialog } from './share-dialog.js';
import { SharedSwitch } from './shared-switch.js';

interface SharingProps extends Shareable {
  /** Whether it belongs to the parent organization. */
  readonly isOfParent: boolean;
  /** Whether something of the parent is in use here. */
  readonly isUsed: boolean;
}

/** What is shared with the children of this organization, or by its parent; nothing where there are neither. */
export function Sharing({ isOfParent, isUsed, ...shareable }: SharingProps) {
  if (isOfParent)
    return (
      <div className={adminClasses['apart']}>
        <SharedSwitch {...shareable} isUsed={isUsed} />
      </div>
    );
  return <WithChildren {...shareable} />;
}

function WithChildren(shareable: Shareable) {
  const text = useAdminText().sharing;
  const { organizationId, permissions } = usePlace();
  const shares = useQuery(shareQuery(organizationId, shareable));
  const children = useQuery(childrenQuery(organizationId, permissions.includes('organization:read')));
  const refused = useRefused();
  const [isChoosing, setChoosing] = useState(false);
  const hasChildren = (children.data?.length ?? 0) > 0;
  if (!hasChildren && !shares.error && (shares.data?.length ?? 0) === 0) return null;
  const refusal = refused(sharePermissions[shareable.kind]) ?? refused('organization:read');
  return (
    <section className={`${screen['panel']} ${adminClasses['apart']}`} aria-label={text.title} data-sharing>
      <div className={screen['head']}>
        <h2>{text.title}</h2>
        <Button refused={refusal} disabled={!shares.data || !hasChildren} onClick={() => setChoosing(true)}>
          {text.choose}
        </Button>
      </div>
      {shares.error && <FailureNotice error={shares.error} retry={() => void shares.refetch()} />}
      {shares.data?.length === 0 && <p className={screen['soft']}>{text.none}</p>}
      {shares.data && shares.data.length > 0 && <Children shares={shares.data} />}
      {isChoosing && shares.data && children.data && (
        <ShareDialog
          shareable={shareable}
          shares={shares.data}
          childrenHere={children.data}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  );
}

function Children({ shares }: { readonly shares: readonly ChildShare[] }) {
  const text = useAdminText().sharing;
  return (
    <ul>
      {shares.map(({ organizationId, name, sharedAt, optedIn }) => (
        <li key={organizationId} data-shared-with={name}>
          {name}{' '}
          <Badge sign={optedIn ? '●' : '○'} tone={optedIn ? 'good' : 'plain'}>
            {optedIn ? text.used : text.notUsed}
          </Badge>{' '}
          <span className={screen['soft']}>
            <ToldTime told={text.since} at={sharedAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
