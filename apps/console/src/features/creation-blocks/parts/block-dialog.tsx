import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import { FailureNotice, Field, Loading, Notice } from '../../../ui/index.js';
import { AskDialog, Choice } from '../../admin/index.js';
import { ownListsQuery, useBlockWork } from '../queries.js';

/** Fields that are often blocked; any field below `entityData` or `attributes` can be typed as well. */
const usualFields = [
  ...['taxId', 'name', 'externalId', 'countryCode', 'nationality', 'email', 'phone'],
  ...['entityData.person.email', 'entityData.person.phone', 'entityData.company.website', 'attributes.segment'],
];

/** What the API accepts as the path of a field, as the pattern of an input. */
const fieldPattern =
  '(externalId|name|taxId|countryCode|nationality|email|phone|(entityData|attributes)(\\.[A-Za-z_][A-Za-z0-9_\\-]*){1,8})';

const blockScopes = ['all', 'person', 'company', 'payment_method'] as const;

/** Forbids creating parties whose field has a value on a list. */
export function BlockDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useAdminText().blocks;
  const { shell } = useText();
  const { organizationId } = usePlace();
  const { adding } = useBlockWork(onClose);
  const lists = useQuery(ownListsQuery(organizationId));
  const [chosen, setListId] = useState('');
  const [fieldPath, setFieldPath] = useState('');
  const [scope, setScope] = useState<(typeof blockScopes)[number]>('all');
  const suggestions = useId();
  const offered = lists.data?.filter(({ status }) => status !== 'archived') ?? [];
  const list = offered.find(({ id }) => id === chosen) ?? offered[0];
  return (
    <AskDialog
      title={text.add}
      label={text.addNow}
      error={adding.error}
      isPending={adding.isPending}
      refused={list ? null : text.needsList}
      onSend={() => list && adding.mutate({ listId: list.id, fieldPath: fieldPath.trim(), scope })}
      onClose={onClose}
    >
      <p>{text.addTells}</p>
      {lists.error && <FailureNotice error={lists.error} retry={() => void lists.refetch()} />}
      {lists.isPending && <Loading>{shell.loading}</Loading>}
      {list && (
        <Choice
          label={text.list}
          value={list.id}
          options={offered.map(({ id, name }) => [id, name] as const)}
          onChange={setListId}
        />
      )}
      {list?.status === 'inactive' && <Notice kind="warning">{text.offTells}</Notice>}
      <Field
        label={text.field}
        hint={text.fieldTells}
        required
        pattern={fieldPattern}
        title={text.fieldTells}
        maxLength={200}
        list={suggestions}
        autoComplete="off"
        spellCheck={false}
        value={fieldPath}
        onChange={(event) => setFieldPath(event.target.value)}
      />
      <datalist id={suggestions}>
        {usualFields.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <Choice
        label={text.scope}
        value={scope}
        options={blockScopes.map((each) => [each, text.scopes[each]] as const)}
        onChange={setScope}
      />
    </AskDialog>
  );
}
