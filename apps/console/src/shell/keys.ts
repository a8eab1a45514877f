import { useEffect, useRef } from 'react';
import { readSettings } from '../data/browser-storage.js';

/**
 * The formats of keys: `g r` is one letter after another; `mod+k` is with Ctrl or the command key; `alt+shift+p` works regardless of the
 * character that the keys produce.
 */
export type Keys = Readonly<Record<string, () => void>>;

const sequenceMs = 1_000;
/** Keys that go on while they are held. Others would take, send or undo one thing after another. */
const moving = /^[jk[\]]$/;

/** Whether text is entered in the element: a checkbox does not count. */
const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && target.type === 'checkbox');

const commandName = ({ altKey, code, key }: KeyboardEvent): string =>
  altKey ? `alt+shift+${code.replace('Key', '').toLowerCase()}` : `mod+${key.toLowerCase()}`;

/** Executes the action of a key while the component is shown. Single letters never act in a field, and can be disabled. */
export function useKeys(keys: Keys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    let before = '';
    let beforeMs = 0;
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || (event.altKey && !event.shiftKey)) return;
      const isCommand = event.ctrlKey || event.metaKey || event.altKey;
      if (!isCommand && (isField(event.target) || document.querySelector('dialog[open]') || !readSettings().letters))
        return;
      const name = isCommand ? commandName(event) : event.key;
      const sequence = event.timeStamp - beforeMs < sequenceMs ? `${before} ${name}` : name;
      const act = current.current[sequence] ?? current.current[name];
      [before, beforeMs] = [name, event.timeStamp];
      if (!act) return;
      event.preventDefault();
      before = '';
      if (!event.repeat || moving.test(event.key)) act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
