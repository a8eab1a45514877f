import { existsSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/** A part of the CPU time during the processing of requests. */
export interface ProfileShare {
  readonly part: string;
  /** The share of all time in which the process was not idle. */
  readonly share: number;
}

/** Starts sampling this process every 200 microseconds; the returned function stops it and summarizes the samples. */
export async function startProfile(): Promise<() => Promise<readonly ProfileShare[]>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  await session.post('Profiler.start');
  return async () => {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    const frames = new Map(profile.nodes.map((node) => [node.id, node.callFrame]));
    const parts = new Map<string, number>();
    for (const id of profile.samples ?? []) {
      const frame = frames.get(id);
      if (!frame || frame.functionName === '(idle)') continue;
      const part = partOf(placeOf(frame), frame.functionName);
      parts.set(part, (parts.get(part) ?? 0) + 1);
    }
    const all = [...parts.values()].reduce((sum, count) => sum + count, 0);
    return [...parts].map(([part, count]) => ({ part, share: count / all })).sort((a, b) => b.share - a.share);
  };
}

const maps = new Map<string, SourceMap | null>();

/** Returns the URL of the file that contains a function, even if several files were bundled into one. */
function placeOf({ url, lineNumber, columnNumber }: CallPlace): string {
  if (!url.includes('/dist/bundle/')) return url;
  const file = `${fileURLToPath(url)}.map`;
  if (!maps.has(file))
    maps.set(file, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as never) : null);
  const found = maps.get(file)?.findEntry(lineNumber, columnNumber);
  return found && 'originalSource' in found ? new URL(found.originalSource, url).href : url;
}

interface CallPlace {
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** Describes the part of the code to which a function belongs. */
function partOf(url: string, name: string): string {
  if (name === '(garbage collector)') return 'collecting garbage';
  const own = /\/apps\/api\/(?:dist|src)\/platform\/([\w-]+)\//.exec(url)?.[1];
  if (own !== undefined) return `platform/${own}`;
  const area = /\/(?:apps\/api\/(?:dist|src)\/(modules\/[\w-]+\/[\w-]+)|(packages\/[\w-]+)\/(?:dist|src))\//.exec(url);
  if (area) return area[1] ?? area[2]!;
  const [, scope, rest] = /.*\/node_modules\/(@[^/]+\/)?([^/]+)\//.exec(url) ?? [];
  if (rest !== undefined) return /^pg(-|$)/.test(rest) ? 'pg' : `${scope ?? ''}${rest}`;
  if (/^node:(internal\/)?(_?http|_http)/.test(url)) return 'node: http';
  if (/^node:(internal\/)?(net|stream|stream_base|streams|tty|dgram)/.test(url)) return 'node: sockets and streams';
  if (url.startsWith('node:')) return 'node: other';
  return url === '' ? 'system calls and native code' : 'the bench itself';
}
