import { type RefObject, useEffect } from 'react';

/** Scrolls an opened panel into view if it is below the window, as on narrow screens. */
export function useScrollTo(place: RefObject<HTMLElement | null>, opened: string): void {
  useEffect(() => {
    const { current } = place;
    if (current && current.getBoundingClientRect().top > innerHeight / 2) current.scrollIntoView({ block: 'start' });
  }, [place, opened]);
}
