import { queryOptions } from '@tanstack/react-query';
import { ENDPOINTS } from '#contract/endpoints';
import { type Args, call, type JsonEndpoint } from './call.js';

/** Returns the query of an endpoint. Its key begins with the subject, so that change events can invalidate it. */
export function queryOf<Name extends JsonEndpoint>(name: Name, ...args: Args<Name>) {
  const [, , subject = ''] = ENDPOINTS[name].path.split('/');
  return queryOptions({ queryKey: [subject, name, ...args], queryFn: () => call(name, ...args) });
}

export const sessionQuery = queryOptions({ ...queryOf('getSession'), staleTime: Infinity });
export const accountQuery = queryOf('getAccount');
