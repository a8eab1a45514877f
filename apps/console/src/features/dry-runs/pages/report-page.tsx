import { useNavigate, useSearch } from '@tanstack/react-router';
import { type DragEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useText } from '../../../i18n/reader.js';
import { Guarded } from '../../../shell/guarded.js';
import screen from '../../../shell/screen.module.css';
import { Loading, Notice } from '../../../ui/index.js';
import classes from '../dry-runs.module.css';
import type { MatchCounts } from '../model/figures.js';
import type { MatchesSearch } from '../model/matches-search.js';
import type { ShownRecord } from '../model/shown-record.js';
import { ExportButton } from '../parts/export-button.js';
import { FiguresView } from '../parts/figures-view.js';
import { RecordTable } from '../parts/record-table.js';
import { type ReportHead, type ReportReader, startReader } from '../report/report-messages.js';
import type { ReportProblem } from '../report/read-report.js';

const command = 'tamis dry-run … --json > report.json';

/** Shows a report written by `tamis dry-run --json`, read only in the browser. */
export function ReportPage() {
  const text = useText().dryRuns;
  return (
    <Guarded title={text.file} permission="rules:execute">
      <Report />
    </Guarded>
  );
}

interface Opened {
  readonly name: string;
  readonly report: ReportHead;
}

function Report() {
  const text = useText().dryRuns;
  const reader = useReader();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [problem, setProblem] = useState<ReportProblem | null>(null);
  const [isReading, setReading] = useState(false);
  const open = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setReading(true);
    const reply = await reader().ask({ kind: 'read', file });
    setReading(false);
    setProblem(reply.kind === 'problem' ? reply.problem : null);
    setOpened(reply.kind === 'report' ? { name: file.name, report: reply.report } : null);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    void open(event.dataTransfer.files[0]);
  };
  return (
    <div onDrop={drop} onDragOver={(event) => event.preventDefault()}>
      <div className={screen['head']}>
        <div>
          <h1>{opened?.name ?? text.file}</h1>
          {opened && (
            <p>
              {text.period(opened.report.from.slice(0, 10), opened.report.to.slice(0, 10))} ·{' '}
              {text.recordCount(opened.report.figures.replayed)} · {text.fileStays}
            </p>
          )}
        </div>
      </div>
      <label className={classes['drop']}>
        <span>{text.dropFile}</span>
        <code>{command}</code>
        <input type="file" accept="application/json,.json" onChange={(event) => void open(event.target.files?.[0])} />
      </label>
      {isReading && <Loading>{text.readingFile}</Loading>}
      {problem && (
        <Notice kind="warning">
          <strong>{text.notRead}</strong>
          <p>{text.problems[problem]}</p>
        </Notice>
      )}
      {opened && !isReading && <Figures key={opened.report.hash} opened={opened} reader={reader} />}
    </div>
  );
}

/** Keeps one thread while the page is open. */
function useReader(): () => ReportReader {
  const started = useRef<ReportReader | null>(null);
  useEffect(
    () => () => {
      started.current?.end();
      started.current = null;
    },
    [],
  );
  return useCallback(() => (started.current ??= startReader()), []);
}

function Figures({
  opened: { name, report },
  reader,
}: {
  readonly opened: Opened;
  readonly reader: () => ReportReader;
}) {
  const text = useText().dryRuns;
  const search = useSearch({ from: '/$organizationId/dry-runs/file' });
  const navigate = useNavigate();
  const { counts, total, at, onShown } = useRows(reader, search);
  const allRows = async function* () {
    for (let first = 0; first < total; first += exported) {
      const reply = await reader().ask({ kind: 'rows', first, count: exported });
      if (reply.kind === 'rows') yield reply.rows;
    }
  };
  const nameOf = useCallback((record: ShownRecord) => record.name, []);
  return (
    <FiguresView
      figures={report.figures}
      counts={counts}
      search={search}
      onSearch={(changed: MatchesSearch) => void navigate({ to: '.', search: changed as never, resetScroll: false })}
      actions={<ExportButton name={name.replace(/[.]json$/, '')} read={allRows} />}
    >
      {report.isTruncated && <Notice kind="warning">{text.truncated(report.kept, report.changed)}</Notice>}
      <RecordTable label={text.records} total={total} rowAt={at} onShown={onShown} nameOf={nameOf} />
    </FiguresView>
  );
}

/** The number of rows that are requested at once, when shown and when exported. */
const chunk = 200;
const exported = 5_000;

/** Provides the selected rows of the file; visible ones are requested. */
function useRows(reader: () => ReportReader, { open: _open, ...search }: MatchesSearch) {
  const [counts, setCounts] = useState<MatchCounts | undefined>(undefined);
  const [chunks, setChunks] = useState<ReadonlyMap<number, readonly ShownRecord[]>>(new Map());
  const asked = useRef(new Set<number>());
  const choice = JSON.stringify(search);
  const current = useRef(choice);
  useEffect(() => {
    current.current = choice;
    void reader()
      .ask({ kind: 'choose', search: JSON.parse(choice) as MatchesSearch })
      .then((reply) => {
        if (reply.kind !== 'counts' || current.current !== choice) return;
        asked.current = new Set();
        setChunks(new Map());
        setCounts(reply.counts);
      });
  }, [reader, choice]);
  const onShown = useCallback(
    (first: number, last: number) => {
      if (!counts) return;
      for (let place = Math.floor(first / chunk); place * chunk < Math.min(last, counts.records); place += 1) {
        if (asked.current.has(place)) continue;
        asked.current.add(place);
        const of = asked.current;
        void reader()
          .ask({ kind: 'rows', first: place * chunk, count: chunk })
          .then((reply) => {
            if (reply.kind === 'rows' && of === asked.current)
              setChunks((before) => new Map(before).set(place, reply.rows));
          });
      }
    },
    [reader, counts],
  );
  const at = useCallback(
    (index: number): ShownRecord | undefined => chunks.get(Math.floor(index / chunk))?.[index % chunk],
    [chunks],
  );
  return { counts, total: counts?.records ?? 0, at, onShown };
}
