import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { Facts } from '../../../shell/open-panel.js';
import { usePlace } from '../../../shell/place.js';
import { RecordFailure } from '../../../shell/record-failure.js';
import screen from '../../../shell/screen.module.css';
import { Time } from '../../../shell/time.js';
import { FailureNotice, Loading, Notice } from '../../../ui/index.js';
import { adminPage } from '../../admin/index.js';
import { peopleQuery } from '../../releases/index.js';
import classes from '../automations.module.css';
import { AutomationActions } from '../parts/automation-actions.js';
import { AutomationBadge } from '../parts/badges.js';
import { AutomationEditor } from '../editor/editor.js';
import { Executions } from '../parts/executions.js';
import { Outline } from '../parts/outline.js';
import { type Automation, automationQuery } from '../queries.js';

export const AutomationPage = adminPage({
  permission: 'automations:read',
  titleOf: ({ automations }) => automations.title,
  Content: OneAutomation,
  isSetting: false,
});

function OneAutomation() {
  const text = useAdminText().automations;
  const { shell } = useText();
  const { organizationId, automationId } = useParams({ from: '/$organizationId/automations/$automationId' });
  const { data, error, isPending, refetch } = useQuery(automationQuery(organizationId, automationId));
  return (
    <>
      <p>
        <Link to="/$organizationId/automations" params={{ organizationId }}>
          ← {text.title}
        </Link>
      </p>
      {error && !data && <RecordFailure title={text.title} error={error} retry={() => void refetch()} />}
      {error && data && <FailureNotice error={error} retry={() => void refetch()} />}
      {isPending && <Loading>{shell.loading}</Loading>}
      {data && (
        <>
          <AutomationHead automation={data} />
          <div className={`${screen['grid']} ${classes['parts']}`}>
            <Outline definition={data} />
            <AutomationEditor key={data.id} automation={data} />
          </div>
          <Executions automationId={data.id} />
        </>
      )}
    </>
  );
}

function AutomationHead({ automation }: { readonly automation: Automation }) {
  const text = useAdminText().automations;
  const formats = useFormats();
  const { organizationId, permissions } = usePlace();
  const { data: people } = useQuery(peopleQuery(organizationId, permissions));
  const { name, description, pauseReason, enabled, nextRunAt, runCount, version, enabledBy } = automation;
  return (
    <>
      <div className={screen['head']}>
        <div>
          <h1>{name}</h1>
          {description !== null && <p>{description}</p>}
        </div>
        <AutomationActions automation={automation} />
      </div>
      {!enabled && pauseReason !== null && <Notice kind="warning">{text.pauses(pauseReason)}</Notice>}
      <Facts
        facts={[
          [text.state, <AutomationBadge automation={automation} />],
          [text.columns.runs, formats.number(runCount)],
          [text.columns.next, enabled && nextRunAt !== null ? <Time key="next" at={nextRunAt} look="both" /> : null],
          [text.columns.version, formats.number(version)],
          [text.enabledBy, people?.get(enabledBy) ?? <code>{enabledBy}</code>],
        ]}
      />
    </>
  );
}
