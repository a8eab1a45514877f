import { useText } from '../i18n/reader.js';
import { Button } from '../ui/index.js';
import { useKeys } from './keys.js';
import classes from './shell.module.css';

/** How much is new. It is let in when the reader says so. */
export function News({ count, onShow }: { readonly count: number; readonly onShow: () => void }) {
  const text = useText().shell;
  useKeys(count > 0 ? { '.': onShow } : {});
  return (
    <div role="status" className={classes['news']} data-news={count}>
      {count > 0 && (
        <Button onClick={onShow}>
          ↑ {text.news(count)} <kbd>.</kbd>
        </Button>
      )}
    </div>
  );
}
