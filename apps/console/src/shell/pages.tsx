import { useText } from '../i18n/reader.js';
import { Button } from '../ui/index.js';
import classes from './screen.module.css';

interface PagesProps {
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

/** Links to the other pages; nothing for a single page. */
export function Pages({ page, pages, onPage }: PagesProps) {
  const text = useText().shell;
  // The last page may no longer exist since it was opened.
  if (Math.max(page, pages) <= 1) return null;
  return (
    <nav className={classes['pages']} aria-label={text.page(page, pages)}>
      <Button repeats disabled={page <= 1} onClick={() => onPage(Math.max(Math.min(page - 1, pages), 1))}>
        {text.previous}
      </Button>
      <span>{text.page(page, pages)}</span>
      <Button repeats disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {text.next}
      </Button>
    </nav>
  );
}
