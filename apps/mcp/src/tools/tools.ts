import type { ListToolsResult } from '@modelcontextprotocol/server';
import { countDoctors } from './count-doctors.js';
import { explainAbsence } from './explain-absence.js';
import { getDirectoryMetadata } from './directory-metadata.js';
import { getDirectorySummary } from './directory-summary.js';
import { getClinic } from './get-clinic.js';
import { getDoctor } from './get-doctor.js';
import { listSpecialists } from './list-specialists.js';
import { listClinicReviews, listDoctorReviews } from './reviews.js';
import { searchClinics } from './search-clinics.js';
import { searchDoctors } from './search-doctors.js';
import { whatsNew } from './whats-new.js';
import { getClinicReviewSignals, getDoctorReviewSignals } from './signals.js';
import { inEach, type Texts } from '../texts/texts.js';
import { ListedSchemas } from './declaration/listed-schema.js';
import type { Tool } from './declaration/tool.js';

/** All tools, in the order of tools/list. */
export const TOOLS: readonly Tool[] = [
  searchDoctors,
  getDoctor,
  listDoctorReviews,
  getDoctorReviewSignals,
  searchClinics,
  getClinic,
  listClinicReviews,
  getClinicReviewSignals,
  listSpecialists,
  countDoctors,
  explainAbsence,
  whatsNew,
  getDirectoryMetadata,
  getDirectorySummary,
];

/** Returns the result of tools/list. Only titles, which hosts show, are in the language of people. */
export function listTools(tools: readonly Tool[], { offer }: Texts): ListToolsResult {
  const schemas = new ListedSchemas();
  const listed = tools.map(({ name, description, inputSchema, outputSchema, containsUserContent }) => ({
    name,
    title: offer.tools[name],
    description,
    inputSchema: schemas.input(inputSchema),
    outputSchema: outputSchema && schemas.output(name, outputSchema),
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      // Text that the public wrote does not come from the directory.
      openWorldHint: containsUserContent ?? false,
    },
  }));
  return { tools: listed } as unknown as ListToolsResult;
}

export const LISTED_TOOLS = inEach((_language, texts) => listTools(TOOLS, texts));
