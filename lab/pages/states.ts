/** A state of a page: its name, and its address below that of the service. */
export type State = readonly [name: string, address: string];

/** The states of the portal, whose records are those of the sample. @param clinic the id of a clinic */
export function portalStates(clinic: string): readonly State[] {
  const asked = (name: string, question: string): State => [name, `/?ask=${encodeURIComponent(question)}`];
  return [
    ['first page', '/'],
    asked('list', 'family doctor in Scarborough who speaks Tamil, open Saturday'),
    ['second page of a list', '/?area=Toronto&offset=10'],
    ['clinics on a closer map', '/?near=Kipling+station&zoom=1'],
    asked(
      'zero matches',
      'female dermatologist near Kipling station who speaks Somali, open Sunday after 9 pm',
    ),
    ['nobody matches', '/?near=Kipling+station&within=1&languages=Somali&days=sun&openAt=03:00'],
    asked('not understood', 'qwertyuiop'),
    asked('emergency', 'chest pain'),
    asked('outside', 'dentist in Toronto'),
    asked('nothing named', 'best doctor'),
    ['refused parameter', '/?near=Atlantis&days=someday'],
    ['unknown parameter', '/?area=Toronto&langauges=Tamil'],
    ['doctor', '/doctors/900001'],
    ['clinic', `/clinics/${clinic}`],
    ['no record', '/doctors/1'],
    ['no page', '/nowhere'],
    ['about this data', '/about-this-data'],
    ['corrections', '/corrections'],
    ['privacy', '/privacy'],
    ['accessibility', '/accessibility'],
    ['contact', '/contact'],
    ['operations', '/docs'],
    ['guides', '/docs/guides'],
    ['guide', '/docs/guides/first-request'],
    ['operation', '/docs/reference/listDoctors'],
    ['search', '/docs/search?q=pagination'],
    ['search without a result', '/docs/search?q=qwertyuiop'],
    ['words', '/words'],
    ['status', '/status'],
    ['element', '/embed'],
    ['coverage', '/coverage'],
    ['checkout', '/buy'],
  ];
}

/** The pages of the dashboard, for somebody who has signed in. @param clinic the id of a clinic */
export function dashboardStates(clinic: string): readonly State[] {
  const paths = [
    '/',
    '/records?q=Kulkarni',
    '/records/doctor/900001',
    `/records/clinic/${clinic}`,
    '/directory',
    '/coverage',
    '/accuracy',
    '/corrections',
    '/duplicates',
    '/reviews',
    '/imports',
    '/runs',
    '/keys',
    '/requests',
    '/usage',
    '/health',
    '/audit',
    '/people',
    '/account',
    '/nowhere',
  ];
  return paths.map((path) => [path.replace(clinic, 'ID'), path]);
}
