const pauseMs = 2_000;
/** For so long the server is taken to be there that has just answered. */
const trustedMs = 5_000;

/** The page itself has just come. */
let heardAt = Date.now();

/** Any answer of the server will do. */
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
 * Code of the console, once the server is within reach: until then what is shown stays, and what was typed. A browser never asks
 * again for a module that it failed to get, but after the page was read anew.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  while (!(await isServerThere())) await new Promise((resume) => setTimeout(resume, pauseMs));
  return load();
}
