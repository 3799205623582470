import { STAGED_AVAILABILITY } from './clinics/availability-merge.js';
import { mergeObservations } from './clinics/observation.js';
import { mergeStagedServices, STAGED_SERVICE } from './clinics/service-merge.js';
import { mergeStagedReviews, STAGED_REVIEW } from './reviews/review-merge.js';
import type { SyncContext } from './run/sync-context.js';
import { stageMatched } from './unmatched/unmatched-records.js';

/**
 * Merges the waiting records whose doctor or clinic is in the directory now.
 * @returns their number
 */
export async function matchRecords(context: SyncContext): Promise<number> {
  const { client } = context;
  const services = await stageMatched(client, 'service', STAGED_SERVICE);
  if (services > 0) await mergeStagedServices(context);
  const observations = await stageMatched(client, 'observation', STAGED_AVAILABILITY);
  if (observations > 0) await mergeObservations(context);
  const reviews = await stageMatched(client, 'review', STAGED_REVIEW);
  if (reviews > 0) await mergeStagedReviews(context);
  return services + observations + reviews;
}
