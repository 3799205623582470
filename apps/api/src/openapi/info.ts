import { DocumentBuilder } from '@nestjs/swagger';
import { INTERFACE_VERSION } from '../readiness.js';

const DESCRIPTION = `A read-only directory of doctors and clinics in the Greater Toronto Area.

The provincial physician registration authority is the source of registrations. Availability (accepting new
patients, hours, wait) is best effort: show \`dataFreshness\`, and advise people to confirm by phone.

Every list contains the full \`total\`. Nothing is ignored silently: see \`warnings\`.

Within a version, members and values may be added: ignore members that you do not know.`;

const TAGS = {
  Service: 'Whether the service is up and which dataset it serves. No key is needed.',
  Doctors: 'Registered doctors: lists, search, details, reviews and totals.',
  Clinics: 'Clinics: lists, details with their doctors, and reviews.',
  Specialists: 'Specialty services of clinics, with their waiting times.',
  Metadata: 'The values that filters accept.',
  Places: 'Names of places, for completion.',
  Questions: 'How a question in plain words is read, and whether a list answers it.',
  Explain: 'Why a list has a record or not.',
  Changes: 'What changed, for copies of the directory.',
  Exports: 'The whole directory as files.',
  Sources: 'Where the data come from, and what has to be shown with them.',
  Accuracy: 'How often the data was right when it was checked.',
  Keys: 'Rotation of a developer key.',
};

const KEY = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'care_<kind>_<38 letters and digits>',
  description: 'An opaque API key, such as the sandbox key that the guides publish. It is not a JWT.',
} as const;

/** Returns the general part of the description: who offers the service, where, and under which terms. */
export function documentInfo(apiUrl: string, contact: string) {
  const pageAt = (path: string) => new URL(path, apiUrl).href;
  const isEmail = contact.includes('@') && !contact.includes('/');
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Care Atlas')
    .setVersion(INTERFACE_VERSION)
    .setDescription(DESCRIPTION)
    .setLicense(
      'Proprietary; the data keep the licenses of their sources',
      pageAt('/docs/guides/freshness#sources'),
    )
    .addServer(apiUrl, 'This installation')
    .setExternalDoc('Guides, from the first request to the change policy', pageAt('/docs/guides'))
    .addBearerAuth(KEY, 'key');
  for (const [name, description] of Object.entries(TAGS)) builder.addTag(name, description);
  const document = builder.build();
  // setContact would add an empty member, which is neither an address nor a URL.
  document.info.contact = {
    name: 'Care Atlas',
    ...(isEmail ? { email: contact } : { url: contact || pageAt('/') }),
  };
  return document;
}
