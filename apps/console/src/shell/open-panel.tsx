import { type ReactNode, useRef } from 'react';
import { useText } from '../i18n/reader.js';
import { Button } from '../ui/index.js';
import { useKeys } from './keys.js';
import classes from './screen.module.css';
import { useScrollTo } from './use-scroll-to.js';

const closeKey = 'Esc';

interface HeadProps {
  readonly title: string;
  readonly onClose: () => void;
}

/** Shows the item that is open next to a list; `Esc` closes it. */
export function OpenPanel({ title, onClose, children }: HeadProps & { readonly children: ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  useKeys({ Escape: onClose });
  useScrollTo(panel, title);
  return (
    <section ref={panel} className={classes['panel']} aria-label={title} data-panel>
      <PanelHead title={title} onClose={onClose} />
      {children}
    </section>
  );
}

/** The displayed key belongs to the surrounding panel. */
export function PanelHead({ title, onClose }: HeadProps) {
  const text = useText().shell;
  return (
    <div className={classes['panelHead']}>
      <h2>{title}</h2>
      <Button look="quiet" onClick={onClose}>
        {text.close} <kbd>{closeKey}</kbd>
      </Button>
    </div>
  );
}

/** Shows the available names and values. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes['facts']}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
