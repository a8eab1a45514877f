import { useMutation } from '@tanstack/react-query';
import { csvFile, saveFile } from '../../../data/save-file.js';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { useApi, usePlace, useRefusal } from '../../../shell/place.js';
import { Button, FailureNotice } from '../../../ui/index.js';
import type { AuditSearch } from '../model/audit-search.js';
import { filterOf } from '../queries.js';

/** Exports everything that the filter matches as CSV. The export is recorded in the audit trail. */
export function ExportTrail({ search }: { readonly search: AuditSearch }) {
  const text = useAdminText().audit;
  const { shell } = useText();
  const { api } = useApi();
  const { timezone } = usePlace();
  const missing = useRefusal()('audit:export');
  const exporting = useMutation({
    mutationFn: async () => {
      const query = filterOf(search, timezone);
      const csv = await answerOf(api.GET('/audit/events/export', { params: { query }, parseAs: 'text' }));
      saveFile('audit-events.csv', csvFile(csv));
    },
  });
  return (
    <>
      <Button
        refused={missing === null ? null : shell.needs(missing)}
        disabled={exporting.isPending}
        onClick={() => exporting.mutate()}
      >
        {text.export}
      </Button>
      {exporting.error && <FailureNotice error={exporting.error} />}
    </>
  );
}
