/** A state of a page: its name, its address below that of the service, and the name in both languages of the button for its dialog. */
export type State = readonly [name: string, address: string, dialogButton?: RegExp];

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

/** The pages and dialogs of the dashboard, for somebody who has signed in. @param clinic the id of a clinic */
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
  const pages = paths.map((path): State => [path.replace(clinic, 'ID'), path]);
  const doctor = '/records/doctor/900001';
  const dialogs: readonly State[] = [
    ['new key', '/keys', /^(Create admin key|Créer une clé d’administration)$/],
    ['gateway secret', '/keys', /^(Register gateway secret|Enregistrer le secret d’une passerelle)$/],
    ['correct a telephone', doctor, /^(Correct Telephone|Corriger Téléphone)$/],
    ['hide a doctor', doctor, /^(Hide|Masquer)$/],
    ['correct a record', '/corrections', /^(Correct a record|Corriger une fiche)$/],
    ['merge clinics', '/duplicates', /^(Keep|Garder) A/],
    ['not the same', '/duplicates', /(are not the same|ne sont pas la même clinique)$/],
    ['reply to a review', '/reviews', /^(Reply|Répondre)/],
    ['hide a review', '/reviews', /^(Hide|Masquer)\s/],
    ['invite a person', '/people', /^(Invite a person|Inviter une personne)$/],
    ['change the password', '/account', /^(Change password|Changer le mot de passe)$/],
    ['authenticator', '/account', /^(Set up authenticator|Configurer l’application)$/],
    ['end other sessions', '/account', /^(End all others|Terminer toutes les autres)$/],
  ];
  return [...pages, ...dialogs];
}
