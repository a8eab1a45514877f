import type { components } from '@tamis/client';
import { useFormats, useText } from '../../../i18n/reader.js';
import classes from '../case.module.css';
import { AssigneeName } from './assignee-name.js';
import { PriorityBadge } from './work-list.js';

/** Shows an overview of a case. */
export function CaseFacts({ investigation }: { readonly investigation: components['schemas']['InvestigationDto'] }) {
  const text = useText();
  const formats = useFormats();
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
      {dueDate !== null && <span>{text.inbox.due(formats.time(dueDate))}</span>}
      {outcome !== null && <span>{text.cases.outcomes[outcome]}</span>}
      {closureReason !== null && <q>{closureReason}</q>}
    </div>
  );
}
