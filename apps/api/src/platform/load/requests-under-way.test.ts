import { RequestsUnderWay } from './requests-under-way.js';

describe('work that yields to requests', () => {
  const hour = 3_600_000;

  it('does not wait when no request is running', async () => {
    await new RequestsUnderWay().whenNone(hour);
  });

  it('continues after the last response, not after the first', async () => {
    const requests = new RequestsUnderWay();
    requests.begin();
    requests.begin();
    let isOver = false;
    const over = requests.whenNone(hour).then(() => (isOver = true));
    requests.end();
    await Promise.resolve();
    expect(isOver).toBe(false);
    requests.end();
    await over;
  });

  it('continues after its time limit even while requests are running', async () => {
    const requests = new RequestsUnderWay();
    requests.begin();
    await requests.whenNone(5);
    // There is no listener left to notify.
    requests.end();
  });

  it('knows whether requests were running recently', () => {
    const requests = new RequestsUnderWay();
    expect(requests.wereThereWithin(hour)).toBe(false);
    requests.begin();
    expect(requests.wereThereWithin(0)).toBe(true);
    requests.end();
    expect([requests.wereThereWithin(hour), requests.wereThereWithin(0)]).toEqual([true, false]);
  });
});
