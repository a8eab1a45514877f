import { type ReactNode, useEffect } from 'react';
import { type Language, languages } from '../../../i18n/languages.js';
import { useReader } from '../../../i18n/reader.js';
import { Button } from '../../../ui/index.js';
import classes from '../people.module.css';

/** Page for users who are not signed in yet. */
export function Card({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { language, choose } = useReader();
  useEffect(() => {
    document.title = `${title} – Tamis`;
  }, [title]);
  return (
    <main className={classes['page']}>
      <div className={classes['card']}>
        <h1>{title}</h1>
        {children}
      </div>
      <div className={classes['languages']}>
        {(Object.keys(languages) as Language[]).map((each) => (
          <Button key={each} look="quiet" lang={each} aria-pressed={each === language} onClick={() => choose(each)}>
            {languages[each]}
          </Button>
        ))}
      </div>
    </main>
  );
}
