import type { CheckedVersion, VersionState } from './watchlist-version.js';
import { watchlistStatus } from './watchlist-state.js';

const checkedAt = new Date('2026-10-04T00:00:00Z');
const version = (number: number, state: VersionState): CheckedVersion => ({
  ...{ code: 'un_sc', version: number, state, entries: 5, unreadable: 0, publishedOn: null, counts: null },
  ...{ loadedAt: checkedAt, checkedAt, doubts: state === 'kept_aside' ? ['has shrunk'] : [] },
});
const after = (hours: number) => new Date(checkedAt.getTime() + hours * 3_600_000);

describe('watchlist status', () => {
  it.each([
    ['nothing was loaded', [], true, 1, 'not_loaded'],
    ['it is being loaded', [version(1, 'loading')], true, 1, 'not_loaded'],
    ['it serves', [version(1, 'current')], true, 48, 'loaded'],
    ['another process alone has it', [version(1, 'current')], false, 1, 'not_loaded'],
    ['nobody looked for long', [version(1, 'current')], true, 49, 'stale'],
    ['newer files were refused', [version(2, 'kept_aside'), version(1, 'current')], true, 1, 'refused'],
    ['its first files were refused', [version(1, 'kept_aside')], true, 1, 'refused'],
    ['another serves since files were refused', [version(3, 'current'), version(2, 'kept_aside')], true, 1, 'loaded'],
  ] as const)('is correct when %s', (_, versions, isLoadedHere, hours, state) => {
    const status = watchlistStatus(versions, { isLoadedHere, maxAgeHours: 48, now: after(hours) });
    expect(status.state).toBe(state);
    expect(status.reasons).toEqual(state === 'refused' ? ['has shrunk'] : []);
    expect(status.current?.version ?? null).toBe(versions.find((each) => each.state === 'current')?.version ?? null);
  });
});
