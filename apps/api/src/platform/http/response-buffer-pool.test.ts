import { EventEmitter } from 'node:events';

import { ResponseBufferPool } from './index.js';

const part = (text: string): Buffer => Buffer.from(text);

describe('response buffer pool', () => {
  it('joins the parts of responses of every size', () => {
    const memory = new ResponseBufferPool({ minBytes: 8, maxPooledBytes: 64 });
    for (const texts of [
      [],
      ['a'],
      ['abc', 'defgh'],
      ['', 'é'.repeat(5), 'x'],
      ['0123456789abcdef'],
      ['y'.repeat(1000)],
    ])
      expect(memory.concat(texts.map(part), new EventEmitter()).toString()).toBe(texts.join(''));
  });

  it('keeps a response unchanged until it is sent, and then reuses its memory', () => {
    const memory = new ResponseBufferPool({ minBytes: 8, maxPooledBytes: 64 });
    const sent = new EventEmitter();
    const first = memory.concat([part('first answer')], sent);
    const second = memory.concat([part('second answer')], new EventEmitter());
    expect([first.toString(), second.toString()]).toEqual(['first answer', 'second answer']);
    sent.emit('finish');
    const third = memory.concat([part('third answer')], new EventEmitter());
    expect(third.buffer).toBe(first.buffer);
    expect(second.buffer).not.toBe(first.buffer);
    expect([second.toString(), third.toString()]).toEqual(['second answer', 'third answer']);
    expect(memory.concat([part('a fourth one')], new EventEmitter()).buffer).not.toBe(first.buffer);
  });

  it('keeps no more memory than its limit', () => {
    const memory = new ResponseBufferPool({ minBytes: 8, maxPooledBytes: 32 });
    const sent = Array.from({ length: 3 }, () => new EventEmitter());
    const answers = sent.map((response) => memory.concat([part('sixteen or fewer')], response).buffer);
    for (const response of sent) response.emit('finish');
    const later = sent.map((response) => memory.concat([part('sixteen or fewer')], response).buffer);
    expect(later.filter((buffer) => answers.includes(buffer))).toHaveLength(2);
  });
});
