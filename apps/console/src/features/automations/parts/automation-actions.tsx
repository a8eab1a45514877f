import { useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useUndo } from '../../../shell/undo.js';
import { Actions, Button, FailureNotice } from '../../../ui/index.js';
import { useRefused } from '../../admin/index.js';
import { type Automation, useAutomationActs } from '../queries.js';
import { RunDialog } from './run-dialog.js';
import { TestDialog } from './test-dialog.js';

/** Actions for an automation. All of them can be undone except for the effects of an execution. */
export function AutomationActions({ automation }: { readonly automation: Automation }) {
  const text = useAdminText().automations;
  const { did } = useUndo();
  const refused = useRefused();
  const { changing, archiving, restoring } = useAutomationActs();
  const [above, setAbove] = useState<'run' | 'test' | null>(null);
  const { id, name, enabled, archived, triggerType } = automation;
  const turn = (on: boolean): void =>
    changing.mutate(
      { id, sent: { enabled: on } },
      {
        onSuccess: () =>
          did(on ? text.turnedOn(name) : text.turnedOff(name), async () => {
            await changing.mutateAsync({ id, sent: { enabled: !on } });
            return on ? text.turnedOff(name) : text.turnedOn(name);
          }),
      },
    );
  const restore = async (): Promise<string> => {
    await restoring.mutateAsync(id);
    return text.restored(name);
  };
  const error = changing.error ?? archiving.error ?? restoring.error;
  if (archived) return <RestoreButton automation={automation} />;
  return (
    <div>
      <Actions>
        <Button refused={refused('automations:execute')} onClick={() => setAbove('test')}>
          {text.test}
        </Button>
        {triggerType === 'manual_execution' && (
          <Button
            refused={refused('automations:execute') ?? (enabled ? null : text.runsWhenOn)}
            onClick={() => setAbove('run')}
          >
            {text.run}
          </Button>
        )}
        <Button refused={refused('automations:edit')} disabled={changing.isPending} onClick={() => turn(!enabled)}>
          {enabled ? text.turnOff : text.turnOn}
        </Button>
        <Button
          refused={refused('automations:delete')}
          disabled={archiving.isPending}
          onClick={() => archiving.mutate(id, { onSuccess: () => did(text.archived(name), restore) })}
        >
          {text.archive}
        </Button>
      </Actions>
      {error && <FailureNotice error={error} />}
      {above === 'run' && <RunDialog automation={automation} onClose={() => setAbove(null)} />}
      {above === 'test' && <TestDialog automation={automation} onClose={() => setAbove(null)} />}
    </div>
  );
}

function RestoreButton({ automation: { id, name } }: { readonly automation: Automation }) {
  const text = useAdminText().automations;
  const { did } = useUndo();
  const refusal = useRefused()('automations:edit');
  const { restoring } = useAutomationActs();
  return (
    <div>
      <Actions>
        <Button
          refused={refusal}
          disabled={restoring.isPending}
          onClick={() => restoring.mutate(id, { onSuccess: () => did(text.restored(name), null) })}
        >
          {text.restore}
        </Button>
      </Actions>
      {restoring.error && <FailureNotice error={restoring.error} />}
    </div>
  );
}
