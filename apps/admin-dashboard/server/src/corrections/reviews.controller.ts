import { Controller } from '@nestjs/common';
import { listReviews } from '@care-atlas/data/sync';
import { OPERATIONS } from '@care-atlas/domain/contract';
import { ReviewQuery } from '#contract/directory/reviews';
import { Dependencies } from '../dependencies.js';
import { type Answer, type Call, Endpoint } from '../http/endpoint.js';

/** The reviews of the directory, also hidden ones. */
@Controller()
export class ReviewsController {
  constructor(private readonly dependencies: Dependencies) {}

  @Endpoint('listReviews', ReviewQuery)
  async list({ query }: Call<'listReviews'>): Promise<Answer<'listReviews'>> {
    const { text = '', state, limit, offset } = query;
    const { reviews, total } = await listReviews(this.dependencies.database, {
      text,
      limit,
      offset,
      ...(state !== undefined && { hidden: state === 'hidden' }),
    });
    const found = reviews.map(({ subject, subjectName, ...review }) => ({
      ...review,
      record: OPERATIONS.getDoctor.subject.pattern.test(subject) ? ('doctor' as const) : ('clinic' as const),
      key: subject,
      name: subjectName,
    }));
    return { reviews: found, total, count: found.length };
  }
}
