import { Suspense, useRef } from 'react';
import { useText } from '../../../i18n/reader.js';
import { useKeys } from '../../../shell/keys.js';
import { useScrollTo } from '../../../shell/use-scroll-to.js';
import { Loading } from '../../../ui/index.js';
import classes from '../inbox.module.css';
import type { InboxSearch } from '../model/inbox-search.js';
import { AlertPanel } from './alert-panel.js';
import { MatchPanel } from './match-panel.js';
import { ReviewPanel } from './review-panel.js';

interface OpenWorkProps {
  readonly search: InboxSearch;
  readonly id: string;
  readonly onClose: () => void;
}

/** Shows the open item next to the list. */
export function OpenWork({ search, id, onClose }: OpenWorkProps) {
  const text = useText();
  const kind = search.kind ?? 'alerts';
  const panel = useRef<HTMLElement>(null);
  useKeys({ Escape: onClose });
  useScrollTo(panel, id);
  if (kind === 'cases') return null;
  return (
    <section ref={panel} className={classes['panel']} aria-label={text.inbox.kinds[kind]} data-panel={kind}>
      <Suspense fallback={<Loading>{text.shell.loading}</Loading>}>
        {kind === 'alerts' && <AlertPanel id={id} onClose={onClose} />}
        {kind === 'matches' && <MatchPanel id={id} onClose={onClose} />}
        {kind === 'reviews' && <ReviewPanel id={id} onClose={onClose} />}
      </Suspense>
    </section>
  );
}
