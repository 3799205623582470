import { CareAtlas } from '@care-atlas/client/client';
import { CareAtlasError } from '@care-atlas/client/client-error';
import type { DoctorList, FilterValue, QuestionAnswer } from '@care-atlas/client/interface';
import { pathIn } from '@care-atlas/server/pages/language-path';
import { questionNotes, valuesText } from './parts/embed-question.js';
import { clinicItem, make } from './parts/embed-result.js';
import { EMBED_STYLE } from './parts/embed-style.js';
import { type EmbedWords, embedWords } from './parts/embed-words.js';

// The element <care-atlas-search>, for pages of any site: one file, which has to work without anything of the page.
const PAGE_SIZE = 10;
const DISTANCES = ['1', '2', '5', '10', '25'];
/** The service that this file is from. */
const API = new URL('../../api/v1', import.meta.url).href;
/** The parameters of a list of doctors, as they are sent. */
type Query = Readonly<Record<string, string>>;
/** Its pages for people, which results lead to. */
const SITE = new URL('../..', import.meta.url).href;

// Not inline, so that it needs no permission of the page's policy.
const style = new CSSStyleSheet();
style.replaceSync(EMBED_STYLE);

/** A search form for doctors, and its results. The attributes of the parameters are what it begins with. */
class CareAtlasSearch extends HTMLElement {
  static readonly observedAttributes = [
    'api',
    'key',
    'lang',
    'question',
    'specialties',
    'languages',
    'near',
    'within',
    'accepting',
  ];
  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #status = make('p', { class: 'status', part: 'status', role: 'status' });
  readonly #error = make('div', { class: 'error', part: 'error', role: 'alert' });
  readonly #notes = make('div', { part: 'notes' });
  readonly #list = make('ol', { part: 'results' });
  readonly #more = make('button', { type: 'button', part: 'button more', hidden: '' });
  #form = make('form');
  #words: EmbedWords = embedWords('');
  #directory!: CareAtlas;
  #current: AbortController | undefined;
  /** Of the list that is shown, whose next page "Show more" asks for. */
  #query: Query = {};
  #isRendered = false;

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [style];
    this.#more.addEventListener('click', () => void this.#search(this.#list.childElementCount));
  }

  connectedCallback(): void {
    this.#render();
  }

  disconnectedCallback(): void {
    this.#current?.abort();
  }

  attributeChangedCallback(): void {
    if (this.#isRendered) this.#render();
  }

  #render(): void {
    this.#isRendered = true;
    this.#current?.abort();
    const words = (this.#words = embedWords(
      (this.closest<HTMLElement>('[lang]') ?? document.documentElement).lang,
    ));
    this.#directory = new CareAtlas({
      url: this.getAttribute('api') ?? API,
      key: this.getAttribute('key') ?? undefined,
      // It shows a rate limit instead of waiting for it.
      retries: 0,
    });
    this.#form = this.#makeForm(words);
    this.#more.textContent = words.more;
    for (const part of [this.#status, this.#error, this.#notes, this.#list]) part.replaceChildren();
    this.#list.hidden = this.#more.hidden = true;
    this.#root.replaceChildren(
      make(
        'div',
        { class: 'box', part: 'box', lang: words.locale },
        this.#form,
        this.#status,
        this.#error,
        this.#notes,
        this.#list,
        this.#more,
        make('p', { class: 'muted', part: 'caution' }, words.caution),
      ),
    );
  }

  #makeForm(words: EmbedWords): HTMLFormElement {
    const field = (name: 'question' | 'specialties' | 'languages' | 'near', attributes = {}) =>
      make(
        'div',
        { part: 'field', class: name },
        make('label', { for: name }, words[name]),
        make('input', {
          id: name,
          name,
          part: 'input',
          autocomplete: 'off',
          value: this.getAttribute(name) ?? '',
          ...attributes,
        }),
      );
    const chosen = this.getAttribute('within') ?? '';
    const distances = DISTANCES.includes(chosen) || chosen === '' ? DISTANCES : [chosen, ...DISTANCES];
    const choices = distances.map((km) =>
      make('option', { value: km, selected: km === chosen && '' }, `${km} km`),
    );
    const form = make(
      'form',
      { part: 'form', role: 'search', 'aria-label': words.title },
      field('question', { placeholder: words.example, maxlength: '200' }),
      field('specialties', { list: 'specialty-names' }),
      field('languages', { list: 'language-names' }),
      field('near', { placeholder: words.place }),
      make(
        'div',
        { part: 'field' },
        make('label', { for: 'within' }, words.within),
        make(
          'select',
          { id: 'within', name: 'within', part: 'input' },
          make('option', { value: '' }, words.anyDistance),
          ...choices,
        ),
      ),
      make(
        'label',
        { class: 'check', part: 'field' },
        make('input', {
          type: 'checkbox',
          name: 'accepting',
          value: 'true',
          checked: this.hasAttribute('accepting') && '',
        }),
        words.accepting,
      ),
      make('button', { part: 'button' }, words.search),
      make('datalist', { id: 'specialty-names' }),
      make('datalist', { id: 'language-names' }),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#search(0, (signal) => this.#asked(signal));
    });
    // The totals of offers are those of the fields as they were.
    form.addEventListener('input', () =>
      this.#notes.querySelectorAll('.total').forEach((total) => total.remove()),
    );
    form.addEventListener('focusin', () => void this.#complete(form), { once: true });
    return form;
  }

  /** Offers the names of the directory in the fields. Without them, because of a rate limit for example, nothing is offered. */
  async #complete(form: HTMLFormElement): Promise<void> {
    const offers = {
      '#specialty-names': this.#directory.listSpecialties(),
      '#language-names': this.#directory.listLanguages(),
    };
    const offer = async ([id, names]: [string, Promise<readonly FilterValue[]>]) => {
      const options = (await names.catch(() => [])).map(({ value }) => make('option', { value }));
      form.querySelector(id)!.append(...options);
    };
    await Promise.all(Object.entries(offers).map(offer));
  }

  #valueOf(name: string): string {
    return (new FormData(this.#form).get(name) as string | null)?.trim() ?? '';
  }

  /** Returns the filled filters of the form. */
  #filled(): Query {
    const near = this.#valueOf('near');
    const filters: Query = {
      specialties: this.#valueOf('specialties'),
      languages: this.#valueOf('languages'),
      near,
      within: near && this.#valueOf('within'),
      accepting: this.#valueOf('accepting'),
    };
    return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  }

  /** Returns the parameters of the form, and of its question before them; undefined, with the reason shown, where no list answers it. */
  async #asked(signal: AbortSignal): Promise<Query | undefined> {
    const filled = this.#filled();
    const question = this.#valueOf('question');
    if (question === '') return filled;
    const answer = await this.#directory.readQuestion(question, { signal });
    this.#notes.replaceChildren(...questionNotes(answer, this.#words, (offer) => this.#offerButton(offer)));
    return answer.verdict === 'list' ? { ...filled, ...(answer.values as Query) } : undefined;
  }

  /** Returns what asks an offer together with the filled fields. Its total is counted without them, and shown only so. */
  #offerButton({ values, total }: QuestionAnswer['offers'][number]): HTMLElement {
    const counted = ` (${total.toLocaleString(this.#words.locale)})`;
    const isAlone = Object.keys(this.#filled()).length === 0;
    const button = make(
      'button',
      { type: 'button', part: 'button offer' },
      valuesText(values, this.#words),
      isAlone && make('span', { class: 'total' }, counted),
    );
    button.addEventListener('click', () => {
      this.#notes.replaceChildren();
      void this.#search(0, () => Promise.resolve({ ...this.#filled(), ...(values as Query) }));
    });
    return button;
  }

  /** @param offset how many results are kept @param asked returns the parameters of another list than the shown one */
  async #search(offset: number, asked?: (signal: AbortSignal) => Promise<Query | undefined>): Promise<void> {
    this.#current?.abort();
    const own = (this.#current = new AbortController());
    this.#error.replaceChildren();
    this.#status.textContent = this.#words.searching;
    this.#list.setAttribute('aria-busy', 'true');
    try {
      if (asked) {
        this.#notes.replaceChildren();
        const query = await asked(own.signal);
        if (!query) return this.#clear();
        this.#query = query;
      }
      const operation = 'q' in this.#query ? 'searchDoctors' : 'listDoctors';
      const more = { include: 'availability', group: 'clinic', limit: PAGE_SIZE, offset };
      const query = { ...this.#query, ...more } as never;
      const { body } = await this.#directory.request(operation, {}, query, { signal: own.signal });
      this.#show(body as DoctorList, offset);
    } catch (error) {
      if (own.signal.aborted) return;
      this.#status.replaceChildren();
      this.#error.append(...this.#errorText(error));
    } finally {
      if (this.#current === own) this.#list.removeAttribute('aria-busy');
    }
  }

  #clear(): void {
    this.#status.replaceChildren();
    this.#list.replaceChildren();
    this.#list.hidden = this.#more.hidden = true;
  }

  #show(page: DoctorList, offset: number): void {
    const { doctors, total, doctorTotal = total, interpreted = [], warnings = [] } = page;
    const words = this.#words;
    const pageAt = (path: string) => new URL(pathIn(words.language, path).slice(1), SITE).href;
    const items = doctors.map((doctor) => clinicItem(doctor, words, pageAt));
    if (offset === 0) this.#list.replaceChildren();
    this.#list.append(...items);
    const shown = this.#list.childElementCount;
    this.#list.hidden = shown === 0;
    this.#more.hidden = items.length === 0 || shown >= total;
    this.#status.textContent = words.found(doctorTotal, total, shown);
    const either = new Intl.ListFormat(words.locale, { type: 'disjunction' });
    if (offset === 0)
      this.#notes.append(
        ...interpreted.map(({ value, as, precision }) => {
          const read = words.readAs(value, either.format(as));
          return make('p', { class: 'muted' }, precision === 'area' ? `${read} ${words.fromCenter}` : read);
        }),
        ...warnings.map((warning) => make('p', { lang: 'en' }, warning)),
      );
    // The button may be gone: whoever pressed it goes on with what is new.
    if (offset > 0) items[0]?.focus();
  }

  #errorText(error: unknown): readonly (Node | string)[] {
    if (!(error instanceof CareAtlasError)) throw error;
    const { code, message, requestId, retryAfter } = error;
    if (code === 'unreachable') return [this.#words.unreachable];
    if (code === 'rate_limited') return [this.#words.tooMany(retryAfter ?? 60)];
    return [
      make('p', { lang: 'en' }, message),
      ...(requestId ? [make('p', { class: 'muted' }, requestId)] : []),
    ];
  }
}

if (!customElements.get('care-atlas-search')) customElements.define('care-atlas-search', CareAtlasSearch);
