import { DirectoryError, OPERATIONS } from '@care-atlas/domain/contract';
import type { Directory } from '@care-atlas/domain/directory';
import { type AddressVisit, type PageAnswer, pathIn, servePage } from '@care-atlas/server/pages';
import { clinicFacts, doctorFacts } from '@care-atlas/server/record';
import type { FastifyInstance } from 'fastify';
import { type PageRateSettings, secondsToWait, tooManyPage } from '../page-rate.js';
import { clinicPage, doctorPage, type RecordSettings } from './record-pages.js';

/** What serving records needs. */
export type RecordPageSettings = RecordSettings & PageRateSettings;

/** Serves a page of each doctor and clinic, with the sizes of the sandbox and within its rate per client address. */
export function serveRecords(
  fastify: FastifyInstance,
  directory: Directory,
  settings: RecordPageSettings,
): void {
  const { baseUrl, tierRules } = settings;
  const { sandbox: sizes } = tierRules.sizes;
  serve('/doctors/:cpso', OPERATIONS.getDoctor.subject.pattern, (visit, number) =>
    doctorPage(visit, directory, doctorFacts(directory, number, sizes), settings),
  );
  serve('/clinics/:id', OPERATIONS.getClinic.subject.pattern, (visit, id) => {
    const facts = clinicFacts(directory, id, sizes);
    const { id: own } = facts.clinic;
    if (own === id) return clinicPage(visit, directory, facts, settings);
    // Merged into another one, or in capital letters.
    const to = pathIn(visit.language, `/clinics/${own}`);
    return { status: 301, to, headers: { 'cache-control': 'public, max-age=60' } };
  });

  function serve(
    path: string,
    pattern: RegExp,
    answer: (visit: AddressVisit, key: string) => PageAnswer,
  ): void {
    servePage(fastify, {
      path,
      baseUrl,
      async get(visit, { ip, params }) {
        const wait = await secondsToWait(ip, settings);
        if (wait > 0) return tooManyPage(visit, wait);
        const [key = ''] = Object.values(params as Readonly<Record<string, string>>);
        if (!pattern.test(key)) throw new DirectoryError('not_found');
        return answer(visit, key);
      },
    });
  }
}
