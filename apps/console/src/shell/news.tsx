import { useText } from '../i18n/reader.js';
import { Button } from '../ui/index.js';
import { useKeys } from './keys.js';
import classes from './shell.module.css';

interface NewsProps {
  readonly count: number;
  readonly onShow: () => void;
  /** Replaces the text with the number of new items. */
  readonly label?: string;
}

/** Shows that there are new items, which are displayed when the reader asks for them. */
export function News({ count, onShow, label }: NewsProps) {
  const text = useText().shell;
  useKeys(count > 0 ? { '.': onShow } : {});
  return (
    <div role="status" className={classes['news']} data-news={count}>
      {count > 0 && (
        <Button onClick={onShow}>
          ↑ {label ?? text.news(count)} <kbd>.</kbd>
        </Button>
      )}
    </div>
  );
}
