/** The style sheet is created by script, because the policy of the page does not allow inline styles. */
export const styles = new CSSStyleSheet();
styles.replaceSync(`
:host { display: block; color: var(--vp-c-text-1); font-size: 14px; }
.sides { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 16px; }
@media (max-width: 900px) { .sides { grid-template-columns: minmax(0, 1fr); } }
.editor { border: 1px solid var(--vp-c-border); border-radius: 6px; overflow: auto; max-height: 60vh; background: var(--vp-c-bg-alt); }
.cm-editor { font-family: var(--vp-font-family-mono); font-size: 13px; }
.cm-editor .cm-gutters { background: var(--vp-c-bg-alt); color: var(--vp-c-text-2); border: none; }
.cm-editor .cm-cursor { border-left-color: var(--vp-c-text-1); }
.cm-editor .cm-activeLine, .cm-editor .cm-activeLineGutter { background: transparent; }
.cm-editor .cm-diagnostic .cm-diagnosticSource { opacity: 1; }
.cm-tooltip { background: var(--vp-c-bg-elv); color: var(--vp-c-text-1); }
.rule-keyword { color: light-dark(#8250df, #d2a8ff); }
.rule-string, .rule-regexp { color: light-dark(#0a3069, #a5d6ff); }
.rule-number, .rule-enumMember { color: light-dark(#0550ae, #79c0ff); }
.rule-function, .rule-type { color: light-dark(#953800, #ffa657); }
.rule-comment { color: var(--vp-c-text-2); }
.rule-error { text-decoration: underline wavy light-dark(#c01c28, #ff7b72); }
.rule-warning { text-decoration: underline wavy light-dark(#9a6700, #d29922); }
.bar { display: flex; gap: 8px; margin-bottom: 8px; }
button { font: inherit; color: inherit; background: var(--vp-c-bg-alt); border: 1px solid var(--vp-c-border); border-radius: 4px; padding: 2px 8px; cursor: pointer; }
button:focus-visible, a:focus-visible, .rows:focus-visible { outline: 2px solid var(--vp-c-brand-1); outline-offset: 1px; }
a { color: var(--vp-c-brand-1); }
.findings { list-style: none; padding: 0; margin: 8px 0; }
.findings button { border: none; background: none; text-align: left; }
.says { min-height: 3em; margin: 0 0 8px; }
.hint { color: var(--vp-c-text-2); margin: 0 0 8px; }
.rows { overflow: auto; max-height: 70vh; border: 1px solid var(--vp-c-border); border-radius: 6px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 2px 8px; white-space: nowrap; font-variant-numeric: tabular-nums; }
th { position: sticky; top: 0; background: var(--vp-c-bg-alt); }
tr.stopped { background: light-dark(#ffebe9, #4a1a1d); }
tr.freed { background: light-dark(#dafbe1, #12351c); }
.pin[aria-pressed='true'] { border-color: var(--vp-c-brand-1); font-weight: 600; }
:host(.stale) .rows { opacity: 0.75; }
`);
