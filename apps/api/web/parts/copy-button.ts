const CONFIRMATION_MS = 1_500;

/** Shows the copy buttons of a part of the page, if the browser supports them. */
export function showCopyButtons(part: ParentNode): void {
  if (!('clipboard' in navigator)) return;
  for (const button of part.querySelectorAll<HTMLButtonElement>('.copy')) button.hidden = false;
}

/** Handles clicks on copy buttons, including those added later. */
export function copyOnClick(part: Element): void {
  part.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLButtonElement>('.copy');
    if (button) void copy(button);
  });
}

/** Says for a moment that something was copied, in the words of the page. */
export function confirmCopy(button: HTMLButtonElement): void {
  const { copied = '' } = button.dataset;
  const label = (button.dataset['label'] ??= button.textContent);
  button.textContent = copied;
  setTimeout(() => (button.textContent = label), CONFIRMATION_MS);
}

async function copy(button: HTMLButtonElement): Promise<void> {
  await navigator.clipboard.writeText(document.getElementById(button.dataset['copies']!)!.textContent);
  confirmCopy(button);
}
