const pauseMs = 2_000;
/** Time after a response during which the server is assumed to be reachable. */
const trustedMs = 5_000;

/** The page itself has just been loaded. */
let heardAt = Date.now();

/** Any response of the server is sufficient. */
async function isServerThere(): Promise<boolean> {
  if (navigator.onLine && Date.now() - heardAt < trustedMs) return true;
  try {
    await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    heardAt = Date.now();
    return true;
  } catch {
    return false;
  }
}

/**
 * Loads code of the console once the server is reachable. Until then, the page and the text typed into it remain. A browser never requests
 * a module again after a failure unless the page is reloaded.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  while (!(await isServerThere())) await new Promise((resume) => setTimeout(resume, pauseMs));
  return load();
}
