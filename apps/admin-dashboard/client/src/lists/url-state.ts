import { useSearchParams } from 'react-router';

export type UrlState = ReturnType<typeof useUrlState>;

/** Keeps state in the query string, so that it survives a reload and is part of a copied link. */
export function useUrlState() {
  const [search, setSearch] = useSearchParams();
  /** Returns a query parameter; empty if it is not set. */
  const get = (name: string) => search.get(name) ?? '';
  /** Sets query parameters; an empty value removes the parameter. */
  const set = (values: Readonly<Record<string, string>>) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values)) {
          if (value === '') after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: true },
    );
  /** The current page of a list, from 1. */
  const page = /^[1-9]\d{0,6}$/.test(get('page')) ? Number(get('page')) : 1;
  return { get, set, page, setPage: (next: number) => set({ page: next === 1 ? '' : String(next) }) };
}

/** Returns the options of a select, in the order of their labels. */
export function choicesOf(labels: Readonly<Record<string, string>>): { value: string; label: string }[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

/** Returns the value if it is a key of `known`. */
export function oneOf<Known extends string>(
  value: string,
  known: Readonly<Record<Known, unknown>>,
): Known | undefined {
  return Object.hasOwn(known, value) ? (value as Known) : undefined;
}
