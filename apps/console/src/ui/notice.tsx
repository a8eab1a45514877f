import type { ReactNode } from 'react';
import classes from './ui.module.css';

export function Notice({ kind, children }: { readonly kind: 'warning' | 'good'; readonly children: ReactNode }) {
  return (
    <div role="status" className={classes['notice']} data-kind={kind}>
      {children}
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  /** Whether nothing else is on the page. */
  readonly isPage?: boolean;
  readonly children?: ReactNode;
}

/** Describes what will be shown here, why it is empty, and offers one action that fills it. */
export function Empty({ title, isPage = false, children }: EmptyProps) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className={classes['empty']}>
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}

export function Loading({ children }: { readonly children: ReactNode }) {
  return (
    <p role="status" className={classes['loading']}>
      {children}
    </p>
  );
}

export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className={classes['actions']}>{children}</div>;
}

interface BadgeProps {
  readonly tone?: 'plain' | 'good' | 'warning' | 'error';
  /** A sign next to the word, because colour alone is not sufficient. */
  readonly sign: string;
  readonly children: string;
}

export function Badge({ tone = 'plain', sign, children }: BadgeProps) {
  return (
    <span className={classes['badge']} data-tone={tone}>
      <span aria-hidden="true">{sign}</span>
      {children}
    </span>
  );
}
