import { type FormEvent, useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import screen from '../../../shell/screen.module.css';
import { Actions, Button, Dialog, FailureNotice, Field } from '../../../ui/index.js';
import type { Target } from '../model/imports-search.js';
import { mappingOf } from '../model/table-head.js';
import { useImportActs } from '../queries.js';

interface MappingProps {
  readonly target: Target;
  readonly columns: readonly string[];
  readonly onMade: (id: string) => void;
  readonly onClose: () => void;
}

/** Assigns a meaning to each column of a file, and stores the mapping for similar files. */
export function MappingDialog({ target, columns, onMade, onClose }: MappingProps) {
  const text = useAdminText().imports;
  const { mapping } = useImportActs();
  const [name, setName] = useState('');
  const [paths, setPaths] = useState<ReadonlyMap<string, string>>(new Map(columns.map((column) => [column, column])));
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (mapping.isPending) return;
    const body = { name: name.trim(), target, columnMapping: mappingOf(paths) };
    mapping.mutate(body, { onSuccess: ({ mapping: made }) => onMade(made.id) });
  };
  return (
    <Dialog title={text.newMapping} onClose={onClose}>
      <form className={screen['form']} onSubmit={send}>
        <p>{text.mappingTells}</p>
        {mapping.error && <FailureNotice error={mapping.error} />}
        <Field label={text.mappingName} required value={name} onChange={(event) => setName(event.target.value)} />
        {columns.map((column) => (
          <Field
            key={column}
            label={column}
            value={paths.get(column) ?? ''}
            onChange={(event) => setPaths(new Map(paths).set(column, event.target.value))}
          />
        ))}
        <Actions>
          <Button look="main" type="submit" disabled={mapping.isPending}>
            {text.saveMapping}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
