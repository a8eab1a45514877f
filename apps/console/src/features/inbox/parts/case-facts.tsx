import type { components } from '@tamis/client';
import { useText } from '../../../i18n/reader.js';
import classes from '../case.module.css';
import { AssigneeName } from './assignee-name.js';
import { ToldTime } from '../../../shell/time.js';
import { PriorityBadge } from './work-list.js';

/** Shows an overview of a case. */
export function CaseFacts({ investigation }: { readonly investigation: components['schemas']['InvestigationDto'] }) {
  const text = useText();
  const { status, priority, assignedTo, dueDate, outcome, closureReason, entity, riskScore } = investigation;
  const party = entity as { readonly name?: string } | null;
  return (
    <div className={classes['head']}>
      <PriorityBadge priority={priority} />
      <span data-case-status={status}>{text.inbox.statuses[status]}</span>
      <span data-case-owner>
        {text.inbox.columns.who}: <AssigneeName id={assignedTo} />
      </span>
      {party?.name && (
        <span>
          {text.inbox.columns.about}: {party.name}
        </span>
      )}
      {riskScore !== null && <span>{text.transactions.score(riskScore)}</span>}
      {dueDate !== null && (
        <span>
          <ToldTime told={text.inbox.due} at={dueDate} look="both" />
        </span>
      )}
      {outcome !== null && <span>{text.cases.outcomes[outcome]}</span>}
      {closureReason !== null && <q>{closureReason}</q>}
    </div>
  );
}
