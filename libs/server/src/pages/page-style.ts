/** The style of every page: light and dark, from phone to desktop. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #fbfbf9; --surface: #ffffff; --sunken: #f1f3f0; --line: #d9ded8; --text: #17211e; --muted: #55625d;
  --accent: #0b6e5c; --accent-strong: #084f42; --on-accent: #ffffff; --accent-soft: #dff1ec;
  --warn: #8a4b00; --warn-soft: #fff1dc; --bad: #a3241b; --bad-soft: #fde7e4; --good: #0b6e5c;
  --code: #f1f3f0; --radius: 12px; --wide: 72rem; --narrow: 40rem;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "Segoe UI Mono", "Roboto Mono", Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1513; --surface: #161e1b; --sunken: #111917; --line: #2d3834; --text: #e6ece9; --muted: #a0afa9;
    --accent: #5fd0b5; --accent-strong: #8ce4cd; --on-accent: #06231c; --accent-soft: #123a31;
    --warn: #f3bd74; --warn-soft: #3a2910; --bad: #ff9e94; --bad-soft: #43201c; --good: #5fd0b5; --code: #111917;
  }
}
*, *::before, *::after { box-sizing: border-box; } [hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 5rem; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.6 var(--sans); min-height: 100vh;
  display: flex; flex-direction: column; }
h1, h2, h3 { line-height: 1.2; margin: 2.2em 0 .6em; text-wrap: balance; letter-spacing: -.01em; }
h1 { font-size: clamp(1.75rem, 1.2rem + 2.4vw, 2.75rem); margin-top: 0; }
h2 { font-size: clamp(1.3rem, 1.1rem + .9vw, 1.7rem); } h3 { font-size: 1.1rem; }
p, ul, ol, dl, table, pre, figure { margin: 0 0 1rem; } li + li { margin-top: .25rem; }
a { color: var(--accent); text-underline-offset: .2em; } a:hover { color: var(--accent-strong); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
code, kbd, pre, samp { font-family: var(--mono); font-size: .9em; }
:not(pre) > code { background: var(--code); padding: .1em .35em; border-radius: 5px; overflow-wrap: anywhere; }
td:not(:last-child) > code { white-space: nowrap; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: var(--radius); padding: 1rem;
  overflow: auto; line-height: 1.5; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: start; vertical-align: top;
  padding: .55rem .75rem; border-bottom: 1px solid var(--line); } th { font-weight: 600; }
.scroll { overflow-x: auto; }
hr { border: 0; border-top: 1px solid var(--line); margin: 2rem 0; }
.skip { position: absolute; inset-inline-start: -999rem; } .skip:focus { inset: .5rem auto auto .5rem; z-index: 9;
  background: var(--surface); padding: .6rem 1rem; border-radius: 8px; }
.top { border-bottom: 1px solid var(--line); background: var(--surface); }
.top > div, main, .foot > div { width: 100%; max-width: var(--wide); margin: 0 auto; padding: 0 1.25rem; }
.top > div { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.5rem; min-height: 4rem; }
.brand { display: inline-flex; align-items: center; gap: .6rem; font-weight: 700; font-size: 1.1rem;
  color: var(--text); text-decoration: none; margin-inline-end: auto; padding: .5rem 0; }
.brand svg { width: 1.9rem; height: 1.9rem; }
.top nav { display: flex; flex-wrap: wrap; gap: 0 .25rem; margin-inline: -.6rem; }
.top nav a { padding: .6rem; text-decoration: none; color: var(--muted); border-radius: 8px; }
.top nav a:hover, .top nav a[aria-current] { color: var(--text); } .top nav a[aria-current] { font-weight: 600; }
@media (max-width: 30rem) { .top nav { margin-inline: -.4rem; gap: 0; } .top nav a { padding-inline: .4rem; } }
main { flex: 1; padding-block: clamp(1.5rem, 4vw, 3rem); } main.narrow { max-width: var(--narrow); }
.foot { border-top: 1px solid var(--line); color: var(--muted); font-size: .9rem; }
.foot > div { padding-block: 1.5rem; display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; }
.lead { font-size: 1.15rem; color: var(--muted); max-width: 46rem; text-wrap: pretty; } .muted { color: var(--muted); }
.small { font-size: .9rem; } .number { font-variant-numeric: tabular-nums; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius);
  padding: clamp(1rem, 3vw, 1.75rem); } .card > :first-child { margin-top: 0; } .card > :last-child { margin-bottom: 0; }
.card ul { padding-inline-start: 1.15rem; }
.grid { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); margin-bottom: 1rem; }
.button, button { font: inherit; font-weight: 600; display: inline-flex; align-items: center; justify-content: center;
  gap: .5rem; min-height: 2.75rem; padding: .5rem 1.15rem; border-radius: 9px; border: 1px solid transparent;
  background: var(--accent); color: var(--on-accent); text-decoration: none; cursor: pointer; }
.button:hover, button:hover { background: var(--accent-strong); color: var(--on-accent); }
.button.quiet, button.quiet { background: transparent; color: var(--text); border-color: var(--line); }
.button.quiet:hover, button.quiet:hover { background: var(--sunken); color: var(--text); }
button:disabled { opacity: .55; cursor: not-allowed; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; margin: 1.25rem 0; }
label { display: block; font-weight: 600; margin-bottom: .3rem; }
input, select, textarea { font: inherit; color: inherit; width: 100%; min-height: 2.75rem; padding: .45rem .75rem;
  background: var(--surface); border: 1px solid color-mix(in srgb, var(--muted) 65%, transparent); border-radius: 9px; }
input[type=checkbox], input[type=radio] { width: 1.15rem; min-height: 0; height: 1.15rem; accent-color: var(--accent);
  margin: 0; flex: none; }
.check { display: flex; align-items: center; gap: .6rem; font-weight: 400; min-height: 2.5rem; margin: 0; }
.field { margin-bottom: 1rem; } .hint { color: var(--muted); font-size: .9rem; margin: .3rem 0 0; }
.note { border-inline-start: 4px solid var(--accent); background: var(--accent-soft); padding: .75rem 1rem;
  border-radius: 0 var(--radius) var(--radius) 0; margin-bottom: 1rem; } .note > :last-child { margin-bottom: 0; }
.note.warn { border-color: var(--warn); background: var(--warn-soft); }
.note.bad { border-color: var(--bad); background: var(--bad-soft); }
.key { font-family: var(--mono); overflow-wrap: anywhere; user-select: all; background: var(--code);
  border: 1px solid var(--line); border-radius: 9px; padding: .75rem 1rem; display: block; }
.tag { display: inline-block; font-size: .8rem; font-weight: 600; padding: .1rem .55rem; border-radius: 99px;
  background: var(--accent-soft); color: var(--accent-strong); }
.tag.warn { background: var(--warn-soft); color: var(--warn); } .tag.bad { background: var(--bad-soft); color: var(--bad); }
.visually-hidden { position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap; border: 0; }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; }
  .button, button, a { transition: background-color .12s, color .12s; } }
`;
