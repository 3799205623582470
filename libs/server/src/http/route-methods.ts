import { Injectable } from '@nestjs/common';

/** Which methods the paths of this service support, so that a wrong one can be told from a wrong path. */
@Injectable()
export class RouteMethods {
  readonly #routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();

  /** Notes a route as the router registers it, e.g. `/doctors/:cpso`. */
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

  /** The methods of the path of a request URL; none when there is no such path. */
  allowedFor(url: string): readonly string[] {
    const [path = ''] = url.split('?', 1);
    const allowed = [...this.#routes.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(allowed.flatMap(({ methods }) => [...methods]))].toSorted();
  }
}
