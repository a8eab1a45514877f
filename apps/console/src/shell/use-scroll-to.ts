import { type RefObject, useEffect } from 'react';

/** Brings what was opened into sight where it stands below the window, as it does beside a list in a narrow one. */
export function useScrollTo(place: RefObject<HTMLElement | null>, opened: string): void {
  useEffect(() => {
    const { current } = place;
    if (current && current.getBoundingClientRect().top > innerHeight / 2) current.scrollIntoView({ block: 'start' });
  }, [place, opened]);
}
