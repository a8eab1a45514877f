import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { Guarded } from '../../../shell/guarded.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Actions, Button, Empty, FailureNotice, inputClass, Loading, Notice } from '../../../ui/index.js';
import { type Target, targetNames, targets } from '../model/imports-search.js';
import { columnsIn, isCsv } from '../model/table-head.js';
import { CheckView } from '../parts/check-view.js';
import { MappingDialog } from '../parts/mapping-dialog.js';
import { type ChosenFile, mappingsQuery, useImportActs } from '../queries.js';

const handlings = ['continue_collect_errors', 'stop_keep_success', 'rollback_all'] as const;
const headBytes = 65_536;

export function NewImportPage() {
  const text = useAdminText().imports;
  return (
    <Guarded title={text.create} permission="batch:read">
      <NewImport />
    </Guarded>
  );
}

function NewImport() {
  const text = useAdminText().imports;
  const { shell } = useText();
  const { organizationId, permissions } = usePlace();
  const allowed = targetNames.filter((target) => permissions.includes(targets[target].permission));
  const [first] = allowed;
  return (
    <>
      <p>
        <Link to="/$organizationId/operate/imports" params={{ organizationId }}>
          ← {text.title}
        </Link>
      </p>
      <h1>{text.create}</h1>
      {first ? (
        <ImportForm allowed={allowed} first={first} />
      ) : (
        <Empty title={shell.missingPermission}>
          <p>{shell.missingPermissionTells('transactions:create')}</p>
        </Empty>
      )}
    </>
  );
}

function ImportForm({ allowed, first }: { readonly allowed: readonly Target[]; readonly first: Target }) {
  const text = useAdminText().imports;
  const { organizationId } = usePlace();
  const navigate = useNavigate();
  const { checking, starting, chosen, columns, choose, take } = useChosenFile(first);
  const { target, file, mappingId } = chosen;
  const [handling, setHandling] = useState<(typeof handlings)[number]>('continue_collect_errors');
  const lacksMapping = targets[target].needsMapping && mappingId === null;
  const start = (): void => {
    if (!file || lacksMapping || starting.isPending || checking.isPending) return;
    starting.mutate(
      { target, file, mappingId, handling },
      {
        onSuccess: ({ jobId }) =>
          void navigate({ to: '/$organizationId/operate/imports/$jobId', params: { organizationId, jobId } }),
      },
    );
  };
  const missing = file ? (lacksMapping ? text.mappingFirst : null) : text.fileFirst;
  return (
    <div className={screen['form']}>
      <Choice
        label={text.target}
        value={target}
        values={allowed}
        texts={text.targets}
        onChoose={(to) => choose({ target: to, file, mappingId: null })}
      />
      <label>
        {text.file}{' '}
        <input
          className={inputClass}
          type="file"
          accept=".csv,.xlsx,.json,.jsonl"
          onChange={(event) => take(event.target.files?.[0] ?? null)}
        />
      </label>
      <MappingChoice
        target={target}
        columns={columns}
        value={mappingId}
        onChoose={(id) => choose({ target, file, mappingId: id })}
      />
      <Choice label={text.handling} value={handling} values={handlings} texts={text.handlings} onChoose={setHandling} />
      {file && !isCsv(file.name) && <Notice kind="warning">{text.notChecked}</Notice>}
      {checking.isPending && <Loading>{text.checking}</Loading>}
      {checking.error && <FailureNotice error={checking.error} />}
      {checking.data && <CheckView checked={checking.data} />}
      {starting.error && <FailureNotice error={starting.error} />}
      <Actions>
        <Button look="main" onClick={start} refused={missing} disabled={starting.isPending || checking.isPending}>
          {checking.data?.ok === false ? text.startAnyway : text.start}
        </Button>
      </Actions>
    </div>
  );
}

interface Chosen extends Omit<ChosenFile, 'file'> {
  readonly file: File | null;
}

/** Manages the selected file, and the result of its check. */
function useChosenFile(first: Target) {
  const { checking, starting } = useImportActs();
  const [chosen, setChosen] = useState<Chosen>({ target: first, file: null, mappingId: null });
  const [columns, setColumns] = useState<readonly string[]>([]);
  /** Every selection is checked immediately if possible, so that nobody starts an unchecked import. */
  const choose = (to: Chosen): void => {
    setChosen(to);
    checking.reset();
    starting.reset();
    const { file, ...others } = to;
    const isReady = to.mappingId !== null || !targets[to.target].needsMapping;
    if (file && isReady && isCsv(file.name)) checking.mutate({ ...others, file });
  };
  const take = (taken: File | null): void => {
    setColumns([]);
    if (taken && isCsv(taken.name))
      void taken
        .slice(0, headBytes)
        .text()
        .then((head) => setColumns(columnsIn(head)));
    choose({ ...chosen, file: taken });
  };
  return { checking, starting, chosen, columns, choose, take };
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly values: readonly Value[];
  readonly texts: Readonly<Record<Value, string>>;
  readonly onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, values, texts, onChoose }: ChoiceProps<Value>) {
  return (
    <label>
      {label}{' '}
      <select
        className={inputClass}
        value={value}
        onChange={(event) => onChoose(values.find((each) => each === event.target.value) ?? value)}
      >
        {values.map((each) => (
          <option key={each} value={each}>
            {texts[each]}
          </option>
        ))}
      </select>
    </label>
  );
}

interface MappingChoiceProps {
  readonly target: Target;
  readonly columns: readonly string[];
  readonly value: string | null;
  readonly onChoose: (id: string | null) => void;
}

function MappingChoice({ target, columns, value, onChoose }: MappingChoiceProps) {
  const text = useAdminText().imports;
  const { organizationId } = usePlace();
  const { data, error, refetch } = useQuery(mappingsQuery(organizationId, target));
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <label>
        {text.mapping}{' '}
        <select className={inputClass} value={value ?? ''} onChange={(event) => onChoose(event.target.value || null)}>
          <option value="">{targets[target].needsMapping ? text.chooseMapping : text.byName}</option>
          {(data ?? []).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Button refused={columns.length === 0 ? text.columnsFirst : null} onClick={() => setMaking(true)}>
        {text.newMapping}
      </Button>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {isMaking && (
        <MappingDialog
          target={target}
          columns={columns}
          onMade={(id) => {
            setMaking(false);
            onChoose(id);
          }}
          onClose={() => setMaking(false)}
        />
      )}
    </>
  );
}
