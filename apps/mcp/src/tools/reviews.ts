import {
  type ListEnvelope,
  type PageQuery,
  RatingCounts,
  Review,
  ReviewAggregate,
} from '@care-atlas/domain/contract';
import type { Row } from './budget.js';
import { listAnswer, type Listing, toolSizes } from './listing.js';
import { listSchema, outputSchemaOf } from './output-schema.js';
import { ClinicPage, DoctorPage } from './subject-query.js';
import { joinLines, joinPhrases, quoteReview, REVIEW_NOTICE, truncateReview } from './text.js';
import { tool, type ToolAnswer, type ToolCall } from './tool.js';

const REVIEW = outputSchemaOf(Review);

export const listDoctorReviews = tool(
  {
    name: 'list_doctor_reviews',
    title: 'Reviews of a doctor',
    description: 'Patient reviews of a doctor, newest first: quoted user content, unverified.',
    query: DoctorPage,
    outputSchema: listSchema('reviews', REVIEW, { rating: outputSchemaOf(RatingCounts) }),
    containsUserContent: true,
    idLookupTool: 'search_doctors',
  },
  async (query, call) => {
    const { cpso } = query;
    const page = (await call.directory.reads.listDoctorReviews(cpso, query, toolSizes(call.sizes))).value;
    const { cpsoNumber, rating } = page;
    return reviewAnswer(page, query, call, {
      tool: 'list_doctor_reviews',
      heading: `Reviews of the doctor ${cpso}`,
      above: `4 or 5 stars: ${rating.positive}. 1 or 2 stars: ${rating.negative}. All: ${rating.reviewCount}.`,
      more: { cpsoNumber, rating },
    });
  },
);

export const listClinicReviews = tool(
  {
    name: 'list_clinic_reviews',
    title: 'Reviews of a clinic',
    description:
      'Patient reviews of a clinic, newest first, with averages by dimension: quoted user content, unverified.',
    query: ClinicPage,
    outputSchema: listSchema('reviews', REVIEW, { aggregate: outputSchemaOf(ReviewAggregate) }),
    containsUserContent: true,
    idLookupTool: 'search_clinics',
  },
  async (query, call) => {
    const page = (await call.directory.reads.listClinicReviews(query.id, query, toolSizes(call.sizes))).value;
    const { clinicId, aggregate } = page;
    const { avgRating, ...counts } = aggregate;
    const average = avgRating === null ? {} : { avgRating };
    return reviewAnswer(page, query, call, {
      tool: 'list_clinic_reviews',
      heading: `Reviews of the clinic ${clinicId}`,
      above: avgRating === null ? '' : averages(avgRating, counts.byDimension),
      more: { clinicId, aggregate: { ...average, ...counts } },
    });
  },
);

function reviewAnswer(
  page: ListEnvelope & { readonly reviews: readonly Review[] },
  query: PageQuery,
  { sizes }: ToolCall,
  listing: Pick<Listing, 'tool' | 'heading' | 'above' | 'more'>,
): ToolAnswer {
  const above = joinLines(listing.above, REVIEW_NOTICE);
  return listAnswer({
    ...listing,
    above,
    list: 'reviews',
    query,
    sizes,
    page,
    rows: page.reviews.map(rowOf),
  });
}

function averages(all: number, byDimension: ReviewAggregate['byDimension']): string {
  const each = byDimension.map(({ dimension, avgRating, count }) => `${dimension} ${avgRating} (${count})`);
  return `Mean stars ${all}. ${joinPhrases(...each)}`;
}

function rowOf(review: Review): Row {
  const item = truncateReview(review);
  return { line: quoteReview(item), item };
}
