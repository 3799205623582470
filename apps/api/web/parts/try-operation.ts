/** Shows the form of an operation's reference, and sends its requests. */
export function tryOperation(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('#try-operation');
  if (!form) return;
  for (const id of ['try', 'to-try']) page.getElementById(id)!.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form, page);
  });
}

async function send(form: HTMLFormElement, page: Document): Promise<void> {
  const part = (id: string) => page.querySelector<HTMLElement>(`#try-${id}`)!;
  const path = requestPath(form);
  const key = form.querySelector<HTMLInputElement>('#try-key')?.value.trim();
  part('answer').hidden = false;
  part('request').textContent = `GET ${path}`;
  const said = (name: string) => form.dataset[name]!;
  part('status').textContent = said('sending');
  part('body').textContent = '';
  try {
    const headers = { accept: 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
    const response = await fetch(path, { headers });
    const text = await response.text();
    const left = response.headers.get('x-ratelimit-remaining');
    const limit = left === null ? '' : ` ${said('left').replace('{left}', left)}`;
    part('status').textContent = said('status').replace('{status}', String(response.status)) + limit;
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    part('body').textContent = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
  } catch {
    part('status').textContent = said('unreachable');
  }
}

/** Returns the path and query that the form describes. Empty fields are left out. */
function requestPath(form: HTMLFormElement): string {
  const query = new URLSearchParams();
  let path = form.dataset['path']!;
  for (const control of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-in]')) {
    const value = control.value.trim();
    if (control.dataset['in'] === 'path') path = path.replace(`{${control.name}}`, encodeURIComponent(value));
    else if (value !== '') query.set(control.name, value);
  }
  const text = query.toString().replaceAll('%2C', ',');
  return text === '' ? path : `${path}?${text}`;
}
