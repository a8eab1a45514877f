import { useState } from 'react';
import { dayIn } from '../../../data/days.js';
import { useAdminText } from '../../../i18n/admin.js';
import { usePlace } from '../../../shell/place.js';
import { Field, inputClass, Notice } from '../../../ui/index.js';
import { adminClasses, AskDialog } from '../../admin/index.js';
import { type RateFile, rateOf, readRateCsv } from '../model/rate-csv.js';
import { codePattern } from '../model/rates-search.js';
import { useLoad } from './use-load.js';

/** Loads the rate of one pair and day. */
export function RateDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useAdminText().rates;
  const { timezone } = usePlace();
  const [pair, setPair] = useState({ base: '', quote: '' });
  const [date, setDate] = useState(dayIn(timezone, Date.now()));
  const [typed, setTyped] = useState('');
  const loading = useLoad(onClose);
  const [base, quote] = [pair.base.trim().toUpperCase(), pair.quote.trim().toUpperCase()];
  const rate = rateOf(typed);
  const isSame = base !== '' && base === quote;
  const problem = typed.trim() !== '' && rate === null ? text.wrongRate : undefined;
  return (
    <AskDialog
      title={text.add}
      label={text.load}
      error={loading.error}
      isPending={loading.isPending}
      refused={isSame ? text.samePair : (problem ?? null)}
      onSend={() => rate !== null && loading.mutate([{ base, quote, date, rate }])}
      onClose={onClose}
    >
      <div className={adminClasses['row']}>
        {(['base', 'quote'] as const).map((name) => (
          <Field
            key={name}
            label={text[name]}
            required
            pattern={codePattern}
            title={text.codeTells}
            maxLength={4}
            autoComplete="off"
            value={pair[name]}
            onChange={(event) => setPair({ ...pair, [name]: event.target.value })}
          />
        ))}
      </div>
      <Field
        label={text.day}
        type="date"
        required
        max="9999-12-31"
        value={date}
        onChange={(event) => setDate(event.target.value)}
      />
      <Field
        label={base === '' || quote === '' ? text.rate : text.oneIs(base, quote)}
        inputMode="decimal"
        autoComplete="off"
        required
        problem={problem}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p>{text.replaces}</p>
    </AskDialog>
  );
}

const mostRates = 5_000;
const mostBytes = 5_000_000;
const shownLines = 5;
const shownCharacters = 80;

/** Loads the rates of a file. All are stored, or none. */
export function RateFileDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useAdminText().rates;
  const [file, setFile] = useState<RateFile | null>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const loading = useLoad(onClose);
  const read = async (chosen: File | undefined): Promise<void> => {
    loading.reset();
    setTooLarge(chosen !== undefined && chosen.size > mostBytes);
    setFile(chosen && chosen.size <= mostBytes ? readRateCsv(await chosen.text()) : null);
  };
  const count = file?.rates.length ?? 0;
  const isWrong = file !== null && file.wrongLines.length > 0;
  const refused = isWrong
    ? text.linesWrong
    : count === 0
      ? text.noFile
      : count > mostRates
        ? text.tooMany(mostRates)
        : null;
  return (
    <AskDialog
      title={text.importFile}
      label={text.load}
      error={loading.error}
      isPending={loading.isPending}
      refused={refused}
      onSend={() => file && loading.mutate(file.rates)}
      onClose={onClose}
    >
      <label className={adminClasses['choice']}>
        <span>{text.file}</span>
        <input
          className={inputClass}
          type="file"
          accept=".csv,text/csv,text/plain"
          onChange={(event) => void read(event.target.files?.[0])}
        />
        <small>{text.fileTells}</small>
      </label>
      {isTooLarge && <Notice kind="warning">{text.tooLarge}</Notice>}
      {file && <p role="status">{text.found(count)}</p>}
      {isWrong && (
        <Notice kind="warning">
          <p>{text.wrong(file.wrongLines.length)}</p>
          <ul>
            {file.wrongLines.slice(0, shownLines).map((line, index) => (
              // Lines never change places.
              <li key={index}>
                <code>{line.slice(0, shownCharacters)}</code>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <p>{text.replaces}</p>
    </AskDialog>
  );
}
