/** The script that watches a page. */
const watching = `
  /** What was measured so far, for whoever asks for the next one before or after it is there. */
  const series = () => {
    const times = [];
    const waiting = [];
    return {
      add(ms) {
        times.push(ms);
        for (const go of waiting.splice(0)) go();
      },
      async at(index) {
        while (times.length <= index) await new Promise((resolve) => waiting.push(resolve));
        return times[index];
      },
    };
  };
  globalThis.noted = {
    keys: series(),
    flips: series(),
    news: series(),
    watch(selector, count) {
      this.painted = new Promise((resolve) => {
        const watcher = new MutationObserver(() => look());
        const look = () => {
          if (document.querySelectorAll(selector).length < count) return;
          watcher.disconnect();
          requestAnimationFrame(() => resolve(performance.now()));
        };
        watcher.observe(document, { childList: true, subtree: true });
        look();
      });
    },
    /** Milliseconds from choosing a file to its first row. */
    watchFile() {
      const rows = document.querySelector('[data-record]');
      if (rows) throw new Error('a file is open already');
      const chosen = new Promise((resolve) => {
        const begin = () => resolve(performance.now());
        document.querySelector('input[type="file"]').addEventListener('change', begin, { capture: true, once: true });
      });
      this.watch('[data-record]', 1);
      this.opened = Promise.all([chosen, this.painted]).then(([from, to]) => to - from);
    },
    /** Milliseconds of each frame while a list goes by. */
    scroll(screens, seconds) {
      const box = document.querySelector('[data-record]').closest('[role="region"]');
      const distance = screens * box.clientHeight;
      return new Promise((resolve) => {
        const frames = [];
        const begun = performance.now();
        let before = begun;
        const go = (now) => {
          frames.push(now - before);
          before = now;
          const share = (now - begun) / (seconds * 1000);
          box.scrollTop = share * distance;
          if (share < 1) requestAnimationFrame(go);
          else resolve(frames.slice(2));
        };
        requestAnimationFrame(go);
      });
    },
    /** Milliseconds from each key to the frame in which the editor marks an error, or takes the mark away. */
    watchKeys() {
      const isMarked = () => document.querySelector('.rule-error') !== null;
      let wasMarked = isMarked();
      let pressed = null;
      addEventListener('keydown', () => { pressed = performance.now(); }, { capture: true });
      new MutationObserver(() => {
        if (isMarked() === wasMarked || pressed === null) return;
        wasMarked = !wasMarked;
        const since = pressed;
        pressed = null;
        requestAnimationFrame(() => this.keys.add(performance.now() - since));
      }).observe(document, { childList: true, subtree: true, attributes: true });
    },
    /** Milliseconds from the end of the pause after a key to the frame that shows what the payments come to. */
    watchFlips(pauseMs) {
      const panel = document.querySelector('[data-flips]');
      let pressed = null;
      let isRunning = false;
      addEventListener('keydown', () => { pressed = performance.now(); }, { capture: true });
      new MutationObserver(() => {
        const was = isRunning;
        isRunning = panel.getAttribute('data-flips') === 'running';
        if (!was || isRunning || pressed === null) return;
        const since = pressed + pauseMs;
        pressed = null;
        requestAnimationFrame(() => this.flips.add(performance.now() - since));
      }).observe(panel, { attributes: true });
    },
    /** When "n new" of an inbox changes: of the clock that all processes have, and milliseconds since its event came. */
    watchNews() {
      const place = document.querySelector('[data-news]');
      let was = place.textContent;
      new MutationObserver(() => {
        if (place.textContent === was) return;
        was = place.textContent;
        // The frame ends with the painting, and a message comes after it.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            const now = performance.now();
            this.news.add({ shownMs: performance.timeOrigin + now, sinceEventMs: now - heardMs });
          };
          port2.postMessage(null);
        });
      }).observe(place, { childList: true, subtree: true, characterData: true });
    },
  };
  let heardMs = NaN;
  globalThis.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        if (typeof data === 'string' && data.includes('"alert:created"')) heardMs = performance.now();
      });
    }
  };`;

/**
 * Executed before all scripts of the page, and not blocked by its policy. `selector` and `count` define the elements that are waited for
 * first.
 */
export const inPageScript = (selector: string, count = 1): string => `${watching}
  noted.watch(${JSON.stringify(selector)}, ${count});`;
