import { useState } from 'react';
import { changeSettings, readSettings } from '../data/browser-storage.js';
import { useAdminText } from '../i18n/admin.js';
import { Dialog } from '../ui/index.js';
import classes from './shell.module.css';

export const listedKeys = [
  ['Ctrl K', 'palette'],
  ['?', 'keys'],
  ['g i', 'inbox'],
  ['g r', 'rules'],
  ['g p', 'payments'],
  ['g e', 'parties'],
  ['g d', 'dryRuns'],
  ['g o', 'operations'],
  ['g w', 'webhooks'],
  ['g m', 'imports'],
  ['g t', 'audit'],
  ['g l', 'lists'],
  ['g u', 'automations'],
  ['g s', 'settings'],
  ['g z', 'recent'],
  ['/', 'filter'],
  ['j k', 'rows'],
  ['Enter', 'open'],
  ['n e r a s c x', 'work'],
  ['o', 'page'],
  ['d s', 'chosenRules'],
  ['h u w', 'why'],
  ['f', 'failed'],
  ['r', 'sendAgain'],
  ['v', 'verify'],
  ['1 … 6', 'tiles'],
  ['m', 'note'],
  ['g g', 'graph'],
  ['m n p', 'dryRun'],
  ['a b', 'lab'],
  ['[ ]', 'earlier'],
  ['a', 'addItem'],
  ['i', 'invite'],
  ['x', 'choose'],
  ['c', 'create'],
  ['y', 'copy'],
  ['z', 'undo'],
  ['.', 'news'],
  ['t', 'pin'],
  ['Alt ↑ ↓', 'step'],
  ['Alt Enter', 'mend'],
  ['Alt P', 'parameter'],
  ['Alt L', 'openLab'],
  ['Ctrl I', 'describe'],
  ['F2', 'rename'],
  ['F12', 'definition'],
  ['Ctrl S', 'save'],
  ['Alt Shift P', 'release'],
  ['Ctrl Enter', 'send'],
  ['Esc', 'close'],
] as const;

export function KeyList({ onClose }: { readonly onClose: () => void }) {
  const text = useAdminText().commands;
  const [letters, setLetters] = useState(readSettings().letters);
  return (
    <Dialog title={text.keysTitle} onClose={onClose}>
      <dl className={classes['keys']}>
        {listedKeys.map(([key, name]) => (
          <div key={key} style={{ display: 'contents' }}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text.keyNames[name]}</dd>
          </div>
        ))}
      </dl>
      <label>
        <input
          type="checkbox"
          checked={letters}
          onChange={(event) => setLetters(changeSettings({ letters: event.target.checked }).letters)}
        />{' '}
        {text.keysOff}
      </label>
    </Dialog>
  );
}
