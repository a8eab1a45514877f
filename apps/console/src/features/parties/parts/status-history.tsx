import type { components } from '@tamis/client';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { statusHistoryQuery } from '../queries.js';
import { PartySection } from './party-section.js';
import { Time } from '../../../shell/time.js';
import { PartyStatus } from './party-status.js';

type Move = components['schemas']['StatusMoveDto'] & { readonly id?: never };

/** The status changes of a party, with author and reason. */
export function StatusHistory({ entityId }: { readonly entityId: string }) {
  const { work: text } = useAdminText();
  const { parties } = useText();
  const { organizationId } = usePlace();
  return (
    <PartySection<Move>
      part="statuses"
      title={text.statuses}
      none={text.noStatuses}
      permission="entities:read"
      query={statusHistoryQuery(organizationId, entityId)}
      row={({ status, previousStatus, reason, changedBy, changedAt }) => (
        <>
          {previousStatus !== null && <>{parties.statuses[previousStatus]} → </>}
          <PartyStatus status={status} /> · {changedBy.name ?? text.actors[changedBy.type] ?? changedBy.type}{' '}
          <time className={screen['soft']} dateTime={changedAt}>
            <Time at={changedAt} />
          </time>
          {reason !== null && <blockquote>{reason}</blockquote>}
        </>
      )}
    />
  );
}
