import { type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react';
import { loadCode } from '../data/load-code.js';
import { useText } from '../i18n/reader.js';
import { Dialog, inputClass, Loading } from '../ui/index.js';
import type { ShellActs } from './commands.js';

const PaletteOptions = lazy(async () => ({
  default: (await loadCode(() => import('./palette-options.js'))).PaletteOptions,
}));

interface PaletteProps {
  readonly acts: ShellActs;
  readonly onClose: () => void;
}

/** Searches records and all commands by name. What is typed while they are loaded is not lost. */
export function Palette({ acts, onClose }: PaletteProps) {
  const text = useText().shell;
  const [asked, setAsked] = useState('');
  const [active, setActive] = useState<string>();
  const press = useRef<((event: KeyboardEvent) => void) | null>(null);
  const list = useId();
  return (
    <Dialog title={text.palette} onClose={onClose}>
      <input
        className={inputClass}
        style={{ width: '100%' }}
        role="combobox"
        aria-label={text.palette}
        aria-expanded={active !== undefined}
        aria-controls={active === undefined ? undefined : list}
        aria-activedescendant={active}
        value={asked}
        onKeyDown={(event) => press.current?.(event)}
        onChange={(event) => setAsked(event.target.value)}
      />
      <Suspense fallback={<Loading>{text.loading}</Loading>}>
        <PaletteOptions {...{ list, asked, press, acts, onClose }} onActive={setActive} />
      </Suspense>
    </Dialog>
  );
}
