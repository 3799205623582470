import { COPY_BLOCK_STYLE } from './copy-block.js';

/** The style of the portal's home page, beyond that of all pages. */
export const PORTAL_STYLE = `
.hero { padding-block: clamp(.5rem, 3vw, 2rem) 1rem; max-width: 52rem; }
.totals { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1rem; margin: 1.5rem 0 .5rem; }
.totals > div { border-top: 3px solid var(--accent); padding-top: .6rem; display: flex;
  flex-direction: column-reverse; justify-content: flex-end; }
.totals dt { color: var(--muted); font-size: .9rem; line-height: 1.4; }
.totals dd { margin: 0; font-size: 1.6rem; font-weight: 700; font-variant-numeric: tabular-nums; line-height: 1.3; }
.try { display: grid; gap: 1.25rem; align-items: start; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 56rem) { .try { grid-template-columns: minmax(16rem, 20rem) minmax(0, 1fr); } }
.try form { margin: 0; } .pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
.pair label { font-weight: 400; }
fieldset { border: 0; padding: 0; margin: 0; } legend { font-weight: 600; padding: 0; }
.request { margin-bottom: .75rem; overflow-wrap: anywhere; } .outcome { margin-bottom: .75rem; }
figure { margin: 0 0 1rem; }
.map { width: 100%; height: auto; max-height: 20rem; display: block; background: var(--sunken);
  border: 1px solid var(--line); border-radius: var(--radius); }
.map .lake { fill: color-mix(in srgb, #5b9bd1 28%, var(--sunken)); }
.map text { fill: var(--muted); font: 500 15px var(--sans); text-anchor: middle; }
.map .dot { stroke: var(--accent); stroke-width: 15; stroke-linecap: round; opacity: .9; }
.answer pre { max-height: 22rem; font-size: .85rem; }
.snippet { border: 1px solid var(--line); border-radius: var(--radius); margin-bottom: .5rem; }
.snippet summary { cursor: pointer; padding: .6rem 1rem; font-weight: 600; }
.snippet .copied { margin: 0; } .snippet pre { border: 0; }
.try-result[aria-busy=true] { opacity: .6; }
${COPY_BLOCK_STYLE}`;
