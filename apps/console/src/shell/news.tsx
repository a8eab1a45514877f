import { useText } from '../i18n/reader.js';
import { Button } from '../ui/index.js';
import { useKeys } from './keys.js';
import classes from './shell.module.css';

interface NewsProps {
  readonly count: number;
  readonly onShow: () => void;
  /** In place of how much it is. */
  readonly label?: string;
}

/** What is new. It is let in when the reader says so. */
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
