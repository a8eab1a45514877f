import { useEffect, useState } from 'react';

const pauseMs = 150;

/** Returns a value after it has not changed for a moment. */
export function usePaused<Value>(value: Value, ms = pauseMs): Value {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return paused;
}
