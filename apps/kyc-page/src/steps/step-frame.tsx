/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { useReader } from '../i18n/reader.js';

/** Shows the heading of a step. It takes the focus, so that screen readers announce the change. */
export function Heading({ text }: { readonly text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {text}
    </h1>
  );
}

interface ActionsProps {
  /** Text of the button that continues, and whether its request is being sent. */
  readonly next: string;
  readonly isBusy: boolean;
  readonly back?: (() => void) | undefined;
  readonly children?: ComponentChildren;
}

/** Shows the buttons below a form. The main button stays focusable while sending, so that the focus is not lost. */
export function Actions({ next, isBusy, back, children }: ActionsProps) {
  const { text } = useReader();
  return (
    <div class="row">
      <button type="submit" class="main" aria-disabled={isBusy}>
        {isBusy ? text.sending : next}
      </button>
      {children}
      {back && (
        <button type="button" onClick={back}>
          {text.back}
        </button>
      )}
    </div>
  );
}
