import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useIsHere } from './use-is-here.js';

/** Marks the entries of the history that opened a dialog on a page that was already shown. */
const mark = { isAsked: true } as const;

/** The dialog that the address names: a link opens it, and Back closes it. */
export function useAsk<Name extends string | true>(param: 'ask' | 'release' = 'ask') {
  const search = useSearch({ strict: false });
  const asked = search[param] as Name | undefined;
  const navigate = useNavigate();
  const { history } = useRouter();
  const isHere = useIsHere();
  const isClosing = useRef(false);
  useEffect(() => {
    isClosing.current = false;
  }, [asked]);
  const ask = (name: Name): void =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, [param]: name })) as never,
      state: mark as never,
      resetScroll: false,
    });
  const close = (): void => {
    // Going back takes a moment, in which another Escape would leave the page.
    if (isClosing.current || !isHere()) return;
    isClosing.current = true;
    if ('isAsked' in history.location.state) return history.back();
    const without = ({ [param]: _, ...kept }: Readonly<Record<string, unknown>>): object => kept;
    void navigate({ to: '.', search: without as never, replace: true, resetScroll: false });
  };
  return { asked, ask, close };
}
