import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useApi } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { useNavigateIfHere } from '../../../shell/use-is-here.js';
import { Field } from '../../../ui/index.js';
import { AskDialog, Choice } from '../../admin/index.js';
import { type ListType, listTypes } from '../model/lists-search.js';
import { useListsChanged } from '../reads.js';

export function NewListDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useAdminText().lists;
  const { organizationId, api } = useApi();
  const changed = useListsChanged(organizationId);
  const { did } = useUndo();
  const navigate = useNavigateIfHere();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [type, setType] = useState<ListType>('custom');
  const making = useMutation({
    mutationFn: async () => {
      const about = description.trim() === '' ? {} : { description: description.trim() };
      const body = { name: name.trim(), type, source: 'manual_entry' as const, ...about };
      return (await answerOf(api.POST('/data-lists', { body }))).data;
    },
    onSuccess: async ({ id }) => {
      await changed();
      did(text.made(name.trim()), null);
      // Back leads to the overview, without the dialog.
      await navigate({ to: '/$organizationId/lists/$listId', params: { organizationId, listId: id }, replace: true });
    },
  });
  return (
    <AskDialog
      title={text.newList}
      label={text.make}
      error={making.error}
      isPending={making.isPending}
      onSend={() => making.mutate()}
      onClose={onClose}
    >
      <Field
        label={text.name}
        required
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Choice
        label={text.type}
        value={type}
        options={listTypes.map((each) => [each, text.types[each]] as const)}
        onChange={setType}
      />
      <Field
        label={text.about}
        maxLength={1000}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
    </AskDialog>
  );
}
