import { RouteMethods } from './route-methods.js';

function routes(): RouteMethods {
  const methods = new RouteMethods();
  methods.add('/api/doctors', 'GET');
  methods.add('/api/doctors', ['HEAD', 'POST']);
  methods.add('/api/doctors/search/', 'GET');
  methods.add('/api/doctors/:cpso', ['GET', 'HEAD']);
  methods.add('/api/doctors/:cpso/reviews', 'GET');
  methods.add('/docs/*', 'GET');
  return methods;
}

it.each([
  ['/api/doctors', ['GET', 'HEAD', 'POST']],
  ['/api/doctors/', ['GET', 'HEAD', 'POST']],
  ['/api/doctors?limit=1&x=/y', ['GET', 'HEAD', 'POST']],
  ['/api/doctors/900001', ['GET', 'HEAD']],
  ['/api/doctors/search', ['GET', 'HEAD']],
  ['/api/doctors/900001/reviews/', ['GET']],
  ['/api/doctors/900001/signals', []],
  ['/api/doctors/a/b/c', []],
  ['/api/doctorsx', []],
  ['/prefix/api/doctors', []],
  ['/api/doctors//', []],
  ['/docs/page', []],
  ['/', []],
  ['', []],
])('%s supports %j', (url, methods) => {
  expect(routes().allowedFor(url)).toEqual(methods);
});

it('knows a route at the root', () => {
  const methods = new RouteMethods();
  methods.add('/', 'GET');
  expect(methods.allowedFor('/')).toEqual(['GET']);
  expect(methods.allowedFor('/x')).toEqual([]);
});
