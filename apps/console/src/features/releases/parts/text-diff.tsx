import { useText } from '../../../i18n/reader.js';
import { textDiff } from '../model/text-diff.js';
import classes from '../releases.module.css';

const signs = { same: ' ', removed: '−', added: '+', 'left out': '⋯' } as const;

/** Differences between two texts. A sign and a word show the kind of change for each line. */
export function TextDiff({ before, after }: { readonly before: string; readonly after: string }) {
  const text = useText().releases;
  const lines = textDiff(before, after);
  return (
    <div className={classes['diff']} role="group" aria-label={text.diff} tabIndex={0}>
      {lines.map(({ kind, text: line }, index) => (
        <div key={index} data-kind={kind}>
          <span aria-hidden="true">{signs[kind]}</span>
          {(kind === 'added' || kind === 'removed') && <span className="hidden">{text.lines[kind]}: </span>}
          <code>{line}</code>
        </div>
      ))}
    </div>
  );
}
