import { readConfig } from '../config/index.js';
import { isOwnOrigin } from './session-cookie.js';

describe('request origin', () => {
  it.each<[string, string | undefined, string, readonly string[], boolean]>([
    ['of the host that is asked, by number', 'http://127.0.0.1:3000', '127.0.0.1:3000', [], true],
    ['of the host that is asked, by a longer number', 'http://[::1]:3000', '[::1]:3000', [], true],
    ['of this machine', 'http://localhost:3000', 'localhost:3000', [], true],
    ['of another port', 'http://localhost:3001', 'localhost:3000', [], false],
    ['of a name that leads wherever its owner wants', 'https://evil.example', 'evil.example', [], false],
    ['of a name that looks like this machine', 'http://localhost.evil.example', 'localhost.evil.example', [], false],
    ['of a name that looks like a number', 'http://127.0.0.1.evil.example', '127.0.0.1.evil.example', [], false],
    ['of another host', 'https://evil.example', 'app.example.com', [], false],
    ['of a host with a user', 'https://ana@app.example.com', 'app.example.com', [], false],
    ['with a path', 'https://app.example.com/a', 'app.example.com', [], false],
    ['that is hidden', 'null', 'app.example.com', [], false],
    ['that is absent', undefined, 'app.example.com', [], false],
    ['that is configured, behind a proxy', 'https://app.example.com', 'inner:3000', ['https://app.example.com'], true],
    ['whose name leads to this server', 'http://evil.example', 'evil.example', ['https://app.example.com'], false],
    ['over another protocol', 'http://app.example.com', 'app.example.com', ['https://app.example.com'], false],
  ])('%s', (_, origin, host, publicOrigins, expected) => {
    expect(isOwnOrigin({ origin, host }, publicOrigins)).toBe(expected);
  });

  it('must be configured exactly as a browser sends it', () => {
    const read = (origins: string) =>
      readConfig({ DATABASE_URL: 'postgres://a@b/c', PUBLIC_ORIGINS: origins, TAMIS_MASTER_KEY: 'x'.repeat(43) + '=' });
    expect(read('https://a.example, http://b.example:8080')).toMatchObject({
      value: { publicOrigins: ['https://a.example', 'http://b.example:8080'] },
    });
    for (const wrong of ['https://a.example/', 'a.example', 'https://A.example', 'ftp://a.example'])
      expect(read(wrong)).toMatchObject({ error: [expect.stringContaining(`PUBLIC_ORIGINS: \`${wrong}\``)] });
  });
});
