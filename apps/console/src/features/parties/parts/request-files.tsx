import type { components } from '@tamis/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { saveFile } from '../../../data/save-file.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { useApi, useRefusal } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Button, FailureNotice, Loading } from '../../../ui/index.js';
import { documentRequestQuery } from '../queries.js';

interface RequestFilesProps {
  readonly request: components['schemas']['DocumentRequestDto'];
}

/** The received files, loaded when the user opens them. */
export function RequestFiles({ request }: RequestFilesProps) {
  const text = useAdminText().documents;
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button look="quiet" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        {text.files(request.fileCount)}
      </Button>
      {isOpen && <Files request={request} />}
    </>
  );
}

function Files({ request: { id, entityId, documents } }: RequestFilesProps) {
  const text = useAdminText().documents;
  const { shell } = useText();
  const { organizationId, api } = useApi();
  const missing = useRefusal()('entities:read_sensitive');
  const { data, error, refetch } = useQuery(documentRequestQuery(organizationId, entityId, id));
  const saving = useMutation({
    mutationFn: async ({ fileId, name }: { readonly fileId: string; readonly name: string }) => {
      const params = { path: { id, fileId } };
      const path = '/api/kyc/document-requests/{id}/files/{fileId}';
      saveFile(name, await answerOf(api.GET(path, { params, parseAs: 'blob' })));
    },
  });
  if (error && !data) return <FailureNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading>{shell.loading}</Loading>;
  const labels = new Map(documents.map((asked) => [asked.id, asked.label]));
  return (
    <>
      {data.files.length === 0 && <p>{text.noFiles}</p>}
      <ul className={screen['entries']}>
        {data.files.map(({ id: fileId, documentId, name }) => (
          <li key={fileId}>
            {labels.get(documentId)} ·{' '}
            <Button
              look="quiet"
              refused={missing === null ? null : shell.needs(missing)}
              disabled={saving.isPending}
              onClick={() => saving.mutate({ fileId, name })}
            >
              {text.download(name)}
            </Button>
          </li>
        ))}
      </ul>
      {saving.error && <FailureNotice error={saving.error} />}
    </>
  );
}
