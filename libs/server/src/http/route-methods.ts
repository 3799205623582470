import { Injectable } from '@nestjs/common';

/** The methods that each path supports, to tell a wrong method (405) from a wrong path (404). */
@Injectable()
export class RouteMethods {
  readonly #routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();

  /** Adds a route as the router registers it, such as `/doctors/:cpso`. */
  add(path: string, methods: string | readonly string[]): void {
    if (path.includes('*')) return;
    const source = path
      .replace(/\/$/, '')
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : part))
      .join('/');
    const route = this.#routes.get(source) ?? { pattern: new RegExp(`^${source}/?$`), methods: new Set() };
    for (const method of [methods].flat()) route.methods.add(method);
    this.#routes.set(source, route);
  }

  /** Returns the methods that the path of a request URL supports; none for an unknown path. */
  allowedFor(url: string): readonly string[] {
    const [path = ''] = url.split('?', 1);
    const allowed = [...this.#routes.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(allowed.flatMap(({ methods }) => [...methods]))].toSorted();
  }
}
