import type { components } from '@tamis/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { useApi, useRefusal } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { useNavigateIfHere } from '../../../shell/use-is-here.js';
import { Button } from '../../../ui/index.js';
import { ConfirmDialog } from '../../admin/index.js';
import { useRulesChanged } from '../../releases/index.js';

/** Archives a rule, which cannot be undone. */
export function ArchiveRule({ rule }: { readonly rule: components['schemas']['RuleRecordDto'] }) {
  const text = useAdminText().ruleHistory;
  const { shell, editor } = useText();
  const { organizationId, api } = useApi();
  const navigate = useNavigateIfHere();
  const changed = useRulesChanged(organizationId);
  const { did } = useUndo();
  const needed = useRefusal()('rules:delete');
  const [isAsking, setAsking] = useState(false);
  const archiving = useMutation({
    mutationFn: () => answerOf(api.DELETE('/rules/{id}', { params: { path: { id: rule.id } } })),
    onSuccess: async () => {
      did(text.archived(rule.key), null);
      await navigate({ to: '/$organizationId/rules', params: { organizationId } });
      await changed();
    },
  });
  const fixed = rule.status === 'archived' ? text.isArchived : rule.readOnly ? editor.readOnly : null;
  return (
    <>
      <Button refused={fixed ?? (needed === null ? null : shell.needs(needed))} onClick={() => setAsking(true)}>
        {text.archive}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={text.archive}
          label={text.archiveNow}
          tells={text.archiveTells}
          name={rule.key}
          error={archiving.error}
          isPending={archiving.isPending}
          onClose={() => setAsking(false)}
          onSend={() => archiving.mutate()}
        />
      )}
    </>
  );
}
