import { getDirectoryMetadata } from './directory-metadata.js';
import { getDirectorySummary } from './directory-summary.js';
import { getClinic } from './get-clinic.js';
import { getDoctor } from './get-doctor.js';
import { listSpecialists } from './list-specialists.js';
import { listClinicReviews, listDoctorReviews } from './reviews.js';
import { searchClinics } from './search-clinics.js';
import { searchDoctors } from './search-doctors.js';
import { getClinicReviewSignals, getDoctorReviewSignals } from './signals.js';
import type { Tool } from './tool.js';

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
  getDirectoryMetadata,
  getDirectorySummary,
];
