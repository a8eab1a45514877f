import { csvText } from '@tamis/stdx';
import { useRef, useState } from 'react';
import { csvFile, saveFile } from '../../../data/save-file.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { Button, FailureNotice } from '../../../ui/index.js';
import type { ShownRecord } from '../model/shown-record.js';

const heading = ['record', 'occurredAt', 'who', 'amount', 'currency', 'label', 'before', 'after', 'because'];

const recordsCsv = (records: readonly ShownRecord[]): string =>
  csvText(
    heading,
    records.map(({ name, occurredAt, who, amount, currency, label, from, to, because }) => [
      ...[name, occurredAt, who, amount === null ? null : String(amount), currency, label, from, to, because],
    ]),
  );

interface ExportButtonProps {
  readonly name: string;
  /** Reads the selected records in parts, until there are no more. */
  readonly read: (signal: AbortSignal) => AsyncIterable<readonly ShownRecord[]>;
}

/** Writes the selected records to a file, unless it is stopped. */
export function ExportButton({ name, read }: ExportButtonProps) {
  const text = useText().dryRuns;
  const formats = useFormats();
  const [done, setDone] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const ending = useRef<AbortController | null>(null);
  const begin = async (): Promise<void> => {
    const control = new AbortController();
    ending.current = control;
    setError(null);
    setDone(0);
    try {
      const records: ShownRecord[] = [];
      for await (const page of read(control.signal)) {
        if (control.signal.aborted) return;
        for (const record of page) records.push(record);
        setDone(records.length);
      }
      save(`${name}.csv`, recordsCsv(records));
    } catch (problem) {
      if (!control.signal.aborted) setError(problem);
    } finally {
      setDone(null);
    }
  };
  return (
    <>
      {done === null ? (
        <Button onClick={() => void begin()}>{text.export}</Button>
      ) : (
        <Button onClick={() => ending.current?.abort()}>{text.exporting(formats.number(done))}</Button>
      )}
      {error !== null && <FailureNotice error={error} />}
    </>
  );
}

// The byte order mark tells spreadsheets that the file is UTF-8.
const save = (name: string, csv: string): void => saveFile(name, csvFile(`\ufeff${csv}`));
