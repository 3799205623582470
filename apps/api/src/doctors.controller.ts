import { Get, Param } from '@nestjs/common';
import {
  type Answer,
  DirectorySummary,
  DoctorAnswer,
  DoctorList,
  DoctorQuery,
  DoctorReviews,
  DoctorSearchQuery,
  DoctorSignals,
  PageQuery,
  Query,
} from '@care-atlas/domain/contract';
import { Directory } from '@care-atlas/domain/directory';
import type { Caller } from '@care-atlas/server/access';
import { CallerOf, Keyed, ReadQuery } from './keyed.decorator.js';
import { Operation, REGISTRATION_NUMBER } from './openapi/operation.decorator.js';

@Keyed('doctors', 'Doctors')
export class DoctorsController {
  constructor(private readonly directory: Directory) {}

  @Get()
  @Operation({ id: 'listDoctors', summary: 'List doctors', query: DoctorQuery, answer: DoctorList })
  list(@ReadQuery(DoctorQuery) query: DoctorQuery, @CallerOf() caller: Caller): Answer<DoctorList> {
    return this.directory.listDoctors(query, caller.sizes);
  }

  @Get('search')
  @Operation({ id: 'searchDoctors', summary: 'Search doctors', query: DoctorSearchQuery, answer: DoctorList })
  search(
    @ReadQuery(DoctorSearchQuery) query: DoctorSearchQuery,
    @CallerOf() caller: Caller,
  ): Answer<DoctorList> {
    return this.directory.searchDoctors(query, caller.sizes);
  }

  @Get('summary')
  @Operation({ id: 'getSummary', summary: 'Directory totals', answer: DirectorySummary })
  summary(): Answer<DirectorySummary> {
    return this.directory.summary();
  }

  @Get(':cpso')
  @Operation({ id: 'getDoctor', summary: 'One doctor', path: REGISTRATION_NUMBER, answer: DoctorAnswer })
  one(@Param('cpso') cpso: string, @CallerOf() caller: Caller): Answer<DoctorAnswer> {
    return this.directory.doctor(cpso, caller.sizes);
  }

  @Get(':cpso/reviews')
  @Operation({
    id: 'listDoctorReviews',
    summary: 'Reviews of a doctor',
    path: REGISTRATION_NUMBER,
    query: PageQuery,
    answer: DoctorReviews,
  })
  reviews(
    @Param('cpso') cpso: string,
    @ReadQuery(PageQuery) query: PageQuery,
    @CallerOf() caller: Caller,
  ): Answer<DoctorReviews> {
    return this.directory.doctorReviews(cpso, query, caller.sizes);
  }

  @Get(':cpso/signals')
  @Operation({
    id: 'getDoctorSignals',
    summary: 'Review signals of a doctor',
    path: REGISTRATION_NUMBER,
    answer: DoctorSignals,
  })
  signals(@Param('cpso') cpso: string, @ReadQuery(Query) query: Query): Answer<DoctorSignals> {
    return this.directory.doctorSignals(cpso, query);
  }
}
