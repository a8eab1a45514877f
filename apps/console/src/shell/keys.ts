import { useEffect, useRef } from 'react';
import { readSettings } from '../data/browser-storage.js';

/** `g r`: one letter after another; `mod+k`: with Ctrl, or the command key; `alt+shift+p`: whatever sign the two make of it. */
export type Keys = Readonly<Record<string, () => void>>;

const sequenceMs = 1_000;

/** Where letters are written: a box that is ticked is none. */
const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && target.type === 'checkbox');

const commandName = ({ altKey, code, key }: KeyboardEvent): string =>
  altKey ? `alt+shift+${code.replace('Key', '').toLowerCase()}` : `mod+${key.toLowerCase()}`;

/** Runs what a key is for, while the component is shown. Single letters never act in a field, and can be switched off. */
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
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
