import { useSyncExternalStore } from 'react';
import { useFormats } from '../i18n/reader.js';
import classes from './screen.module.css';

const everyMs = 30_000;
const heard = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let nowMs = Date.now();

function now(): number {
  if (Date.now() - nowMs >= everyMs) nowMs = Date.now();
  return nowMs;
}

/** One timer for all times on the page. */
function listen(listener: () => void): () => void {
  heard.add(listener);
  timer ??= setInterval(() => heard.forEach((each) => each()), everyMs);
  return () => {
    heard.delete(listener);
    if (heard.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

interface TimeProps {
  readonly at: string;
  /** `date` is for rows, `both` for single records; `ago` is for lists in which only the age matters. The rest is in the tooltip. */
  readonly look?: 'date' | 'ago' | 'both';
}

/** A time in the timezone of the organization, in UTC, and relative to now. */
export function Time({ at, look = 'date' }: TimeProps) {
  const formats = useFormats();
  const current = useSyncExternalStore(listen, now);
  const atMs = Date.parse(at);
  // What has just happened is not in the future of a clock that is read twice a minute.
  const ago = formats.since(at, atMs > current && atMs - current < everyMs ? atMs : current);
  const date = formats.time(at);
  return (
    <time dateTime={at} title={`${look === 'ago' ? date : ago} · ${formats.utc(at)}`}>
      {look === 'ago' ? ago : date}
      {look === 'both' && <span className={classes['soft']}> · {ago}</span>}
    </time>
  );
}

interface ToldTimeProps extends TimeProps {
  /** The sentence around the time. */
  readonly told: (time: string) => string;
}

const place = '\u0000';

/** A sentence with a time in it. */
export function ToldTime({ told, ...time }: ToldTimeProps) {
  const [before, after] = told(place).split(place);
  return (
    <>
      {before}
      <Time {...time} />
      {after}
    </>
  );
}
