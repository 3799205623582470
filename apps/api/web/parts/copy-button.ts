const TOLD_MS = 1_500;

/** Shows the buttons of a part of the page that copy the text beside them, where the browser lets a page copy. */
export function offerCopies(part: ParentNode): void {
  if (!('clipboard' in navigator)) return;
  for (const button of part.querySelectorAll<HTMLButtonElement>('.copy')) button.hidden = false;
}

/** Copies when such a button is pressed, also one that is drawn later. */
export function copyOnClick(part: Element): void {
  part.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLButtonElement>('.copy');
    if (button) void copy(button);
  });
}

async function copy(button: HTMLButtonElement): Promise<void> {
  await navigator.clipboard.writeText(document.getElementById(button.dataset['copies']!)!.textContent);
  button.textContent = 'Copied';
  setTimeout(() => (button.textContent = 'Copy'), TOLD_MS);
}
