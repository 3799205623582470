import { placeOfId } from '@care-atlas/domain/places';
import { type Html, html, type PageLanguage } from '@care-atlas/server/pages';
import { nameOf } from '../../texts/name-of.js';
import { TEXTS } from '../../texts/texts.js';
import { isCalendarDay } from '@care-atlas/domain/schema';
import type { TryValues } from './try-request.js';

/** Returns what the values of parameters ask for, in the words of a sentence. */
export function filterText(values: TryValues, language: PageLanguage): string {
  const { home, form, format, question } = TEXTS[language];
  const { filters } = home.ask;
  /** What stands for a value that is a code. */
  const written: Partial<Record<keyof typeof filters, (value: string) => string>> = {
    area: (area) => placeOfId(area)?.name ?? area,
    days: (day) => nameOf(form.days, day),
    date: (day) => (isCalendarDay(day) ? question.date(day) : day),
  };
  return (Object.keys(filters) as (keyof typeof filters)[])
    .filter((name) => values[name] !== undefined)
    .map((name) => {
      if (name === 'q' && values['match'] === 'forgiving') return question.alike(values[name]!);
      const write = written[name];
      const value = values[name]!;
      return filters[name](write ? format.either(value.split(',').map(write)) : value);
    })
    .join(', ');
}

/** Joins HTML as a list in a sentence. */
export function listed(
  parts: readonly Html[],
  language: PageLanguage,
  type: Intl.ListFormatType = 'conjunction',
): Html {
  const list = new Intl.ListFormat(TEXTS[language].format.locale, { type });
  const places = list.formatToParts(parts.map((_, index) => String(index)));
  return html`${places.map(({ type: part, value }) => (part === 'element' ? parts[Number(value)] : value))}`;
}
