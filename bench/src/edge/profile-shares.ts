import { Session } from 'node:inspector/promises';

/** A part of the processor's time while requests were answered. */
export interface ProfileShare {
  readonly part: string;
  /** Of all time in which the process was not idle. */
  readonly share: number;
}

/** Begins to look at this process every 200 microseconds; what it returns ends that and sums what was seen. */
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
      const part = partOf(frame.url, frame.functionName);
      parts.set(part, (parts.get(part) ?? 0) + 1);
    }
    const all = [...parts.values()].reduce((sum, count) => sum + count, 0);
    return [...parts].map(([part, count]) => ({ part, share: count / all })).sort((a, b) => b.share - a.share);
  };
}

/** Where a function stands, in words. */
function partOf(url: string, name: string): string {
  if (name === '(garbage collector)') return 'collecting garbage';
  const own = /\/apps\/api\/dist\/platform\/([\w-]+)\//.exec(url)?.[1];
  if (own !== undefined) return `platform/${own}`;
  const area = /\/(?:apps\/api\/dist\/(modules\/[\w-]+)|(packages\/[\w-]+)\/dist)\//.exec(url);
  if (area) return area[1] ?? area[2]!;
  const [, scope, rest] = /.*\/node_modules\/(@[^/]+\/)?([^/]+)\//.exec(url) ?? [];
  if (rest !== undefined) return /^pg(-|$)/.test(rest) ? 'pg' : `${scope ?? ''}${rest}`;
  if (/^node:(internal\/)?(_?http|_http)/.test(url)) return 'node: http';
  if (/^node:(internal\/)?(net|stream|stream_base|streams|tty|dgram)/.test(url)) return 'node: sockets and streams';
  if (url.startsWith('node:')) return 'node: other';
  return url === '' ? 'system calls and native code' : 'the bench itself';
}
