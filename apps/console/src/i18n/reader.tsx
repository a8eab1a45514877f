import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { changeSettings } from '../data/browser-storage.js';
import type { Messages } from './en/index.js';
import { type Formats, formatsOf } from './formats.js';
import { chooseLanguage, type Language, loadMessages } from './languages.js';

interface Reader {
  readonly language: Language;
  readonly locale: string;
  readonly text: Messages;
  readonly choose: (language: Language) => void;
}

const ReaderContext = createContext<Reader | null>(null);
const ZoneContext = createContext('UTC');

/** Returns the locale of the browser for the chosen language: `es-AR` for `es`. */
const localeOf = (language: Language): string =>
  navigator.languages.find((each) => each.slice(0, 2).toLowerCase() === language) ?? language;

export async function firstReader(chosen: string | null): Promise<Pick<Reader, 'language' | 'text'>> {
  const language = chooseLanguage(chosen, navigator.languages);
  return { language, text: await loadMessages(language) };
}

export function ReaderProvider(props: {
  readonly first: Pick<Reader, 'language' | 'text'>;
  readonly children: ReactNode;
}) {
  const [current, setCurrent] = useState(props.first);
  const reader = useMemo<Reader>(() => {
    document.documentElement.lang = current.language;
    return {
      ...current,
      locale: localeOf(current.language),
      choose: (language) => {
        changeSettings({ language });
        void loadMessages(language).then((text) => setCurrent({ language, text }));
      },
    };
  }, [current]);
  return <ReaderContext value={reader}>{props.children}</ReaderContext>;
}

/** Times in the content are shown in the timezone of an organization. */
export function ZoneProvider({ zone, children }: { readonly zone: string; readonly children: ReactNode }) {
  return <ZoneContext value={zone}>{children}</ZoneContext>;
}

export function useReader(): Reader {
  const reader = useContext(ReaderContext);
  if (!reader) throw new Error('texts can only be read below `ReaderProvider`');
  return reader;
}

export const useText = (): Messages => useReader().text;

export function useFormats(): Formats {
  const { locale } = useReader();
  const zone = useContext(ZoneContext);
  return useMemo(() => formatsOf(locale, zone), [locale, zone]);
}
