/** @jsxImportSource preact */
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useMemo } from 'preact/hooks';

import type { Messages } from './en.js';
import { type Language, messages } from './languages.js';

interface Reader {
  readonly language: Language;
  readonly text: Messages;
}

const ReaderContext = createContext<Reader>({ language: 'en', text: messages.en });

interface ReaderProviderProps {
  readonly language: Language;
  /** What the page is about. */
  readonly title: (text: Messages) => string;
  readonly children: ComponentChildren;
}

/** Gives a language to everything below, and to the page itself. */
export function ReaderProvider({ language, title, children }: ReaderProviderProps) {
  const reader = useMemo(() => ({ language, text: messages[language] }), [language]);
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = title(reader.text);
  }, [language, reader, title]);
  return <ReaderContext.Provider value={reader}>{children}</ReaderContext.Provider>;
}

/** The texts of the language that the page is in, and its code. */
export const useReader = (): Reader => useContext(ReaderContext);
