import { RequestsUnderWay } from './requests-under-way.js';

describe('work that gives way to requests', () => {
  const hour = 3_600_000;

  it('waits for none where nobody waits', async () => {
    await new RequestsUnderWay().whenNone(hour);
  });

  it('goes on with the last answer, not with the first', async () => {
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

  it('goes on though others still wait, after the time it was given', async () => {
    const requests = new RequestsUnderWay();
    requests.begin();
    await requests.whenNone(5);
    // There is no listener left to notify.
    requests.end();
  });

  it('knows who was there, also a while after the answer', () => {
    const requests = new RequestsUnderWay();
    expect(requests.wereThereWithin(hour)).toBe(false);
    requests.begin();
    expect(requests.wereThereWithin(0)).toBe(true);
    requests.end();
    expect([requests.wereThereWithin(hour), requests.wereThereWithin(0)]).toEqual([true, false]);
  });
});
