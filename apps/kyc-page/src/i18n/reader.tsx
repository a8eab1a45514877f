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
  /** Returns the title of the page. */
  readonly title: (text: Messages) => string;
  readonly children: ComponentChildren;
}

/** Provides a language to all components below and sets it on the page itself. */
export function ReaderProvider({ language, title, children }: ReaderProviderProps) {
  const reader = useMemo(() => ({ language, text: messages[language] }), [language]);
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = title(reader.text);
  }, [language, reader, title]);
  return <ReaderContext.Provider value={reader}>{children}</ReaderContext.Provider>;
}

/** Returns the texts of the page's language and its code. */
export const useReader = (): Reader => useContext(ReaderContext);
