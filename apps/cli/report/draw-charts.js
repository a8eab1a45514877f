/* global document, matchMedia, uPlot, window */
// Runs in the page of a report: draws the charts that its JSON describes, in the colours of the reader's theme, again when
// the theme or the width changes. Without it the tables below the charts hold the same numbers.
(() => {
  const charts = JSON.parse(document.getElementById('charts').textContent);
  const dash = [[], [6, 4], [2, 3], [10, 3, 2, 3]];
  const height = 260;

  const colour = (name) => window.getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  function seriesOf({ label, as }, index) {
    const stroke = colour(`--series-${index + 1}`);
    const common = { label, stroke, width: 2 };
    if (as === 'bars') return { ...common, fill: stroke, width: 0, paths: uPlot.paths.bars({ size: [0.7, 40] }) };
    if (as === 'points') return { ...common, paths: () => null, points: { show: true, size: 8, fill: stroke } };
    // Told apart by the dash too: colour alone is not for everyone.
    return { ...common, dash: dash[index % dash.length], points: { show: true, size: 5 } };
  }

  function axis(label, more = {}) {
    const line = { stroke: colour('--grid'), width: 1 };
    return { label, stroke: colour('--ink'), grid: line, ticks: line, ...more };
  }

  function draw(place, { x, y, labels, values, series }) {
    place.replaceChildren();
    const named = labels === null ? {} : { values: (_chart, at) => at.map((each) => labels[each] ?? '') };
    // A name that has no room is left out: the table has it.
    const widest = Math.max(0, ...(labels ?? []).map(({ length }) => length)) * 7.5;
    const options = {
      width: Math.max(280, place.clientWidth),
      height,
      scales: { x: { time: false, ...(labels === null ? {} : { range: [-0.6, labels.length - 0.4] }) } },
      axes: [axis(x, { ...named, space: Math.max(70, widest) }), axis(y, { size: 64 })],
      series: [
        { label: x, ...(labels === null ? {} : { value: (_chart, at) => labels[at] ?? '' }) },
        ...series.map(seriesOf),
      ],
    };
    new uPlot(options, [values, ...series.map((each) => each.values)], place);
  }

  function drawAll() {
    for (const place of document.querySelectorAll('[data-chart]')) draw(place, charts[Number(place.dataset.chart)]);
  }

  drawAll();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll);
  let drawnAt = document.body.clientWidth;
  window.addEventListener('resize', () => {
    if (document.body.clientWidth === drawnAt) return;
    drawnAt = document.body.clientWidth;
    drawAll();
  });
})();
