/** The style of the search element. Its values are those of the page that embeds it, or these. */
export const EMBED_STYLE = `
:host { display: block; }
:host([hidden]), [hidden] { display: none; }
* { box-sizing: border-box; }
.box {
  --accent: var(--care-atlas-accent, light-dark(#0b6e5c, #5fd0b5));
  --on-accent: var(--care-atlas-on-accent, light-dark(#ffffff, #06231c));
  --muted: var(--care-atlas-muted, light-dark(#55625d, #a0afa9));
  --line: var(--care-atlas-border, light-dark(#7b8580, #7e8c86));
  --problem: var(--care-atlas-problem, light-dark(#a3241b, #ff9e94));
  --radius: var(--care-atlas-radius, 12px);
  padding: clamp(0.75rem, 3%, 1.25rem);
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--care-atlas-background, light-dark(#ffffff, #161e1b));
  color: var(--care-atlas-text, light-dark(#17211e, #e6ece9));
  font: var(--care-atlas-font, 1rem/1.5 system-ui, sans-serif);
  text-align: start;
  overflow-wrap: anywhere;
}
form {
  display: grid;
  gap: 0.75rem 1rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 10rem), 1fr));
  align-items: end;
  margin: 0;
}
.question { grid-column: 1 / -1; }
label { display: block; font-weight: 600; }
input:not([type]), select {
  width: 100%;
  min-height: 2.75rem;
  padding: 0.4rem 0.7rem;
  border: 1px solid var(--line);
  border-radius: calc(var(--radius) / 2);
  background: var(--care-atlas-background, light-dark(#ffffff, #161e1b));
  color: inherit;
  font: inherit;
}
.check { display: flex; gap: 0.5rem; align-items: center; min-height: 2.75rem; font-weight: 400; }
.check input { width: 1.25rem; height: 1.25rem; margin: 0; flex: none; accent-color: var(--accent); }
button {
  min-height: 2.75rem;
  padding: 0.4rem 1.2rem;
  border: 1px solid transparent;
  border-radius: calc(var(--radius) / 2);
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
p { margin: 0.35rem 0 0; }
a { display: inline-block; padding-block: 0.25rem; color: var(--accent); }
ul { margin: 0.35rem 0 0; padding-inline-start: 1.25rem; }
ul li { padding: 0; border: 0; }
ol { list-style: none; margin: 1rem 0; padding: 0; }
li { padding: 0.75rem 0; border-top: 1px solid var(--line); }
[aria-busy='true'] { opacity: 0.6; }
.head { display: flex; justify-content: space-between; gap: 1rem; margin: 0; }
.head span { white-space: nowrap; }
::placeholder { color: var(--muted); opacity: 1; }
.status { margin-top: 1rem; font-weight: 600; }
.status:empty { margin: 0; }
.error { color: var(--problem); font-weight: 600; }
.muted { color: var(--muted); font-size: 0.9em; }
.acceptance::before { content: '?'; display: inline-block; width: 1.3em; font-weight: 700; }
.yes::before { content: '✓'; color: var(--accent); }
.no::before { content: '✕'; color: var(--problem); }
@media (forced-colors: active) { button { border-color: ButtonText; } }
`;
