import { useSearchParams } from 'react-router';

/**
 * State that stands in the address, so that a reload, the way back and a copied link keep it.
 * @returns what the address says under a name, and how to say otherwise; an empty value takes it out
 */
export function useAddressState(): [
  get: (name: string) => string,
  set: (values: Readonly<Record<string, string>>) => void,
] {
  const [search, setSearch] = useSearchParams();
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
  return [(name) => search.get(name) ?? '', set];
}

/** @returns the value when it is one of those that are known, otherwise undefined */
export function oneOf<Known extends string>(
  value: string,
  known: Readonly<Record<Known, unknown>>,
): Known | undefined {
  return Object.hasOwn(known, value) ? (value as Known) : undefined;
}

/** The page that an address names; the first where it names none. */
export function pageNumber(value: string): number {
  return /^[1-9]\d{0,6}$/.test(value) ? Number(value) : 1;
}
